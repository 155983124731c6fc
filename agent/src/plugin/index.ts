export type { PluginEntry } from './create-plugin.ts'
export { createPlugin } from './create-plugin.ts'
