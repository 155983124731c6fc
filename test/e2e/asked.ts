import assert from 'node:assert/strict'
import { type Answer, ORGANISATION, type Stand } from './stand.ts'

/** Reads of one machine that are told apart by their purpose. */
export type Asked = Readonly<{
  /** Asks once more; the answer must be full. */
  read(what: string): Promise<Answer>
  /** Every one of them has its row of the audit, in the order in which they were asked. */
  assertWritten(): Promise<void>
}>

/** Reads of the machine of this name, none so far. */
export function createAsked(stand: Stand, host: string): Asked {
  const asked: string[] = []
  return {
    async read(what) {
      const purpose = `${asked.length} ${what}`
      asked.push(purpose)
      const answer = await stand.ask('host_info', { host, purpose })
      assert.equal(answer.visibility, 'full', what)
      return answer
    },
    async assertWritten() {
      const rows = await stand.store.audit.search(ORGANISATION, { limit: 5_000 })
      const told = rows
        .map(({ seq, body }) => ({ seq, ...JSON.parse(body) }))
        .filter(({ kind, action }) => kind === 'call' && action === 'host_info')
        .toSorted((a, b) => a.seq - b.seq)
      assert.deepEqual(
        told.map(({ purpose }) => purpose),
        asked,
      )
    },
  }
}
