import type { CallContext, ConnectContext, Connector, ProbeResult, Served } from '@vedette/proto/connector'
import { partialOf, SourceError } from '@vedette/proto/connector'
import type { Scope } from '@vedette/proto/visibility'
import { datasourceAnswer } from './answers.ts'
import type { GrafanaClient } from './client.ts'
import type { DatasourceConfig, GrafanaConfig, Kind } from './config.ts'
import { NOT_FOUND } from './errors.ts'
import { tellRefusal } from './refusals.ts'

// The connectors that speak the API of each kind of data source. They are handed in: this one knows none of them.
export type Speakers = Readonly<Record<Kind, Connector>>

// A data source, and the connector that speaks to it over Grafana's proxy.
export type Spoken = Readonly<{ source: DatasourceConfig; speaker: Connector; client: unknown }>

// What is asked of a data source: its alerts are Grafana's own matter, and nothing is written through the proxy.
const ASKED = /^(?:(?:metrics|logs|traces)\.|services\.signals\.get$)/
const PROVED_MS = 300_000

// Readies each configured data source; touches no network and no secret.
export function connectThrough(
  config: GrafanaConfig,
  context: ConnectContext,
  speakers: Speakers,
): readonly Spoken[] {
  const { auth, headers, ca_file } = config
  return config.datasources.map((source) => {
    const speaker = speakers[source.kind]
    const raw = {
      url: `${config.url.replace(/\/+$/, '')}/api/datasources/proxy/uid/${source.uid}`,
      ...(auth === undefined ? {} : { auth }),
      ...(headers === undefined ? {} : { headers }),
      ...(ca_file === undefined ? {} : { ca_file }),
    }
    const between = tellRefusal({ instance: context.instance, uid: source.uid })
    return { source, speaker, client: speaker.connect(speaker.config.parse(raw), { ...context, between }) }
  })
}

// Operations that data sources of a kind answer, by their speaker.
export function listThrough(speakers: Speakers, kind: Kind): readonly Served<unknown>[] {
  return speakers[kind].operations.filter(
    ({ operation, kind: write }) => write === undefined && ASKED.test(operation.id),
  )
}

// One implementation for each operation that some kind of data source answers.
export function serveThrough(speakers: Speakers): readonly Served<GrafanaClient>[] {
  const kinds = Object.keys(speakers) as Kind[] // keys of the record of kinds
  const all = kinds.flatMap((kind) => listThrough(speakers, kind).map((served) => ({ kind, served })))
  const byId = Map.groupBy(all, ({ served }) => served.operation.id)
  return [...byId.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const { operation, tier } = first.served
    return {
      operation,
      ...(tier === undefined ? {} : { tier }),
      async run(client: GrafanaClient, input: unknown, context: CallContext) {
        for (const spoken of client.spoken) {
          const served = group.find(({ kind }) => kind === spoken.source.kind)?.served
          if (served !== undefined) return ask(client, { spoken, served }, { input, context })
        }
        throw new SourceError('not_configured', { reason: 'not_requested' })
      },
    }
  })
}

async function ask(
  client: GrafanaClient,
  { spoken, served }: Readonly<{ spoken: Spoken; served: Served<unknown> }>,
  { input, context }: Readonly<{ input: unknown; context: CallContext }>,
) {
  const scope = await prove(client, spoken, context)
  const { value, parts, ...extras } = await served.run(spoken.client, input, context)
  const own = parts.map((part) => ({ ...part, scope: { ...part.scope, ...scope } }))
  return partialOf(value, own, extras)
}

const proved = new WeakMap<Spoken, Readonly<{ scope: Scope; until: number }>>()

// The organisation and the data source, as Grafana says them. Throws `scope_mismatch` for one of another kind, or none.
async function prove(client: GrafanaClient, spoken: Spoken, context: CallContext): Promise<Scope> {
  const { uid, kind } = spoken.source
  const scope: Scope = { ...(await client.identify(context)), datasource: uid }
  const known = proved.get(spoken)
  if (known !== undefined && known.scope['tenant'] === scope['tenant'] && context.clock.now() < known.until)
    return known.scope
  const told = await client
    .ask({
      path: ['datasources', 'uid', uid],
      schema: datasourceAnswer,
      needs: 'datasources:read',
      context,
    })
    .catch((error: unknown) => {
      const isGone = error instanceof SourceError && error.carried.code === NOT_FOUND
      throw isGone ? new SourceError('unusable', { why: 'scope_mismatch' }) : error
    })
  if (told.uid !== uid || told.type !== kind) throw new SourceError('unusable', { why: 'scope_mismatch' })
  proved.set(spoken, { scope, until: context.clock.now() + PROVED_MS })
  return scope
}

// The probe of a data source's instance: who it is, then the speaker's own probe over the path of real calls.
export async function probeThrough(
  client: GrafanaClient,
  spoken: Spoken,
  context: CallContext,
): Promise<ProbeResult> {
  const scope = await prove(client, spoken, context)
  const found = await spoken.speaker.probe(spoken.client, context)
  return { ...found, scopes: found.scopes.length === 0 ? [] : [scope] }
}
