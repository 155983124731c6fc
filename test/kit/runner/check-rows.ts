import { FAULTS } from '../../house/faults.ts'
import { THREATS } from '../../house/threats.ts'
import { toTestKey } from './tests.ts'

/** One sentence for each row of the threat and fault tables that is called done without a test that passed. */
export function checkRows(passed: ReadonlySet<string>): string[] {
  return [...THREATS, ...FAULTS].flatMap((row) => {
    if (row.status !== 'done') return []
    return row.tests
      .filter(({ file, name }) => !passed.has(toTestKey(file, name)))
      .map(
        ({ file, name }) =>
          `${row.id} is said to be done, but its test did not pass in this run: ${file} > ${name}`,
      )
  })
}
