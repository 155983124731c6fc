import type { SigningKey } from '@vedette/proto/wire'
import type { AuditFilter, AuditHead, Store } from '../store/types.ts'
import { toEntry } from './chain.ts'
import type { AuditEntry } from './types.ts'
import { type AuditReport, verifyChains } from './verify.ts'

export type AuditQuery = AuditFilter

// Rows and verdicts of one organisation's audit.
export type AuditReader = Readonly<{
  // The newest first. A row whose body is unreadable counts in `unreadable`: it is not left out in silence.
  list(
    organisation: string,
    query: AuditQuery,
  ): Promise<Readonly<{ rows: readonly AuditEntry[]; unreadable: number }>>
  verify(organisation: string): Promise<AuditReport>
}>

// Reads what has been recorded so far, the rows that wait included.
export function createAuditReader(
  options: Readonly<{
    store: Pick<Store, 'audit'>
    flush(): Promise<void>
    keys(): readonly SigningKey[]
    anchors?(): Promise<Readonly<{ heads: readonly AuditHead[]; unreadable: number }>>
  }>,
): AuditReader {
  const { store } = options
  return Object.freeze({
    async list(organisation: string, query: AuditQuery) {
      await options.flush()
      const entries = (await store.audit.search(organisation, query)).map(toEntry)
      const rows = entries.filter((entry) => entry !== null)
      return { rows, unreadable: entries.length - rows.length }
    },
    async verify(organisation: string) {
      await options.flush()
      const anchors = await options.anchors?.()
      return verifyChains({
        store,
        keys: options.keys(),
        organisation,
        ...(anchors === undefined ? {} : { anchors }),
      })
    },
  })
}
