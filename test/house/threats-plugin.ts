import type { Row } from './rows.ts'

/** The threat of a connector in another process. */
export const PLUGIN_THREAT: Row = {
  id: 'T28',
  title: 'connector plugin is hostile or compromised',
  statement: 'a test connector that reads environment or other credentials obtains nothing',
  status: 'done',
  tests: [
    {
      file: 'agent/src/plugin/isolation.test.ts',
      name: 'a plugin that looks for the environment or other credentials is sent its own settings and nothing else',
    },
    {
      file: 'agent/src/plugin/hostile.test.ts',
      name: 'no escape, hidden direction or secret of a plugin leaves the agent',
    },
    {
      file: 'agent/src/plugin/hostile.test.ts',
      name: 'a plugin that sends without end is cut at 8 MiB, and told so',
    },
    {
      file: 'agent/src/plugin/hostile.test.ts',
      name: 'a part of another scope than was proved or is expected is not believed',
    },
    {
      file: 'agent/src/plugin/hostile.test.ts',
      name: 'a plugin that takes the name of a built-in connector, or another than its own, is down',
    },
  ],
}
