import { alertsChannelsList } from '@vedette/proto/operations'
import { z } from 'zod'
import { readPolicies } from '../alerts.ts'
import { collect, mapRows } from '../answers.ts'
import { createNotes, serveList } from '../reading.ts'
import { lastOf, maybeFlag, maybeText } from '../values.ts'

const channel = z.object({
  name: z.string(),
  type: z.string(),
  displayName: maybeText,
  enabled: maybeFlag,
  verificationStatus: maybeText,
  labels: z.object({ email_address: maybeText, channel_name: maybeText }).optional(),
})

// Notification channels, with how many policies use each; keys and tokens of a channel are not kept.
export const serveAlertsChannelsList = serveList(alertsChannelsList, {
  async read(reader, { kind }) {
    const notes = createNotes(reader)
    const list = await collect(reader, {
      service: 'monitoring',
      path: ['projects', reader.project.id, 'notificationChannels'],
      field: 'notificationChannels',
      row: channel,
      size: ['pageSize', 500],
      needs: 'monitoring.notificationChannels.list',
    })
    const policies = await notes.seek(readPolicies(reader))
    const isWhole = policies !== null && policies.paged.stop === 'end'
    const uses = (name: string) =>
      policies?.paged.items.filter((one) =>
        one.notificationChannels.some((it) => lastOf(it) === lastOf(name)),
      ).length
    const rows = mapRows(list, (all) =>
      all
        .filter((one) => kind === undefined || one.type === kind)
        .map((one) => ({
          id: lastOf(one.name),
          name: one.displayName ?? lastOf(one.name),
          kind: one.type,
          target: one.labels?.email_address ?? one.labels?.channel_name ?? null,
          enabled: one.enabled,
          used_by: isWhole ? (uses(one.name) ?? null) : null,
          last_sent_at: null,
          last_error: null,
          verified: one.verificationStatus === null ? null : one.verificationStatus === 'VERIFIED',
        })),
    )
    return { ...rows, notes: notes.parts() }
  },
  keyOf: (row) => [row.kind, row.name, row.id],
  toValue: ({ rows, total }) => ({ channels: [...rows], total }),
})
