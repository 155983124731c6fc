import { randomBytes } from 'node:crypto'
import type { Clock } from '@vedette/proto/clock'
import type { Audit } from '../audit/index.ts'
import type { Bus } from '../bus/types.ts'
import type { AgentView, Fleet } from '../fleet/types.ts'
import type { PolicyVersionRow, Principal, Store } from '../store/types.ts'
import type { Tool } from '../tools/index.ts'
import { checkPolicy, hashRules, toAssertionText } from './check.ts'
import { toEffect } from './effect.ts'
import { PolicyError } from './error.ts'
import { createPusher } from './push.ts'
import { type Applied, expectedHash, NOTHING, toAgentPolicy } from './status.ts'
import type { Policies, PolicyText } from './types.ts'

export type PoliciesOptions = Readonly<{
  store: Pick<Store, 'policies'>
  bus: Pick<Bus, 'sendPolicy' | 'organisations'>
  fleet: Pick<Fleet, 'agents' | 'onEvent'>
  // Takes a row before anything is changed; what it does not take does not happen.
  audit: Pick<Audit, 'recordEvent'>
  // Every tool, for what would disappear.
  tools(): readonly Tool[]
  clock: Clock
  tick_ms: number
  onFault?: (error: unknown) => void
}>

// Ticks between two readings of the store: another replica may have applied a version.
const READ_TICKS = 3
const HISTORY = 200

// The remote denylist of each organisation: kept in the store, pushed to agents, compared with what they report.
export function createPolicies(options: PoliciesOptions): Policies {
  const { store, fleet, audit, clock, tick_ms } = options
  const pusher = createPusher(options)
  const applied = new Map<string, Applied>()
  const told = new Set<string>()
  let turns = 0
  let isClosed = false

  async function read(organisation: string): Promise<void> {
    const [row] = await store.policies.list(organisation, 1)
    const known = applied.get(organisation)
    const next = row === undefined ? NOTHING : toApplied(row)
    // A reading that began before an apply must not take it back.
    if (known === undefined || known.version < next.version) applied.set(organisation, next)
    pushAll(organisation)
  }

  function pushAll(organisation: string): void {
    const now = applied.get(organisation)
    if (now === undefined) return
    for (const view of fleet.agents(organisation)) {
      pusher.push(view, now)
      tellFailure(view, now)
    }
  }

  // Each failure once, by process and version.
  function tellFailure(view: AgentView, now: Applied): void {
    const { status, reason } = toAgentPolicy(view, now, pusher.isOverdue(view, now))
    const key = `${view.organisation} ${view.agent} ${view.incarnation} ${now.version} ${reason}`
    if (status !== 'FAILED' || reason === null || told.has(key)) return
    told.add(key)
    const { organisation, agent } = view
    const facts = { organisation, agent, principal: null, arguments: { version: now.version } }
    audit.recordEvent({ ...facts, action: 'policy.failed', outcome: [reason] }).catch(onFault)
  }

  function onFault(error: unknown): void {
    options.onFault?.(error)
  }

  function turn(): void {
    if (isClosed) return
    cancel = clock.after(tick_ms, turn)
    turns += 1
    for (const organisation of options.bus.organisations()) {
      if (turns % READ_TICKS === 0 || !applied.has(organisation)) read(organisation).catch(onFault)
      else pushAll(organisation)
    }
  }

  const unsubscribe = fleet.onEvent(({ organisation }) => {
    const known = applied.get(organisation)
    const views = fleet.agents(organisation)
    // Another replica applied it a moment ago: until it is read here, its agents refuse what this one asks.
    if (views.some((view) => (view.policy?.remote_version ?? 0) > (known?.version ?? 0)))
      read(organisation).catch(onFault)
    else pushAll(organisation)
  })
  let cancel = clock.after(tick_ms, turn)

  // The next version is above all that any agent has heard, so that none of them takes it for an older one.
  async function add(
    { organisation, id }: Principal,
    facts: Readonly<{ text: PolicyText; note: string; copy_of: number | null }>,
  ): Promise<PolicyVersionRow> {
    const { rules, assertions, hash, failed } = checkPolicy(facts.text)
    if (failed.length > 0)
      throw new PolicyError('assertion_failed', {
        field: 'assertions',
        message: `${failed.length} of ${assertions.length} assertions do not hold`,
        fix: 'change the rules until they hold, or take the assertions out',
        failed,
      })
    const [last] = await store.policies.list(organisation, 1)
    const heard = fleet.agents(organisation).map((view) => view.policy?.remote_version ?? 0)
    const version = Math.max(last?.version ?? 0, ...heard) + 1
    const row: PolicyVersionRow = {
      organisation,
      version,
      rules,
      assertions,
      hash,
      applied_at: new Date(clock.now()).toISOString(),
      applied_by: id,
      note: facts.note,
      copy_of: facts.copy_of,
    }
    const told = { version, hash, rules: rules.length, copy_of: facts.copy_of }
    await audit.recordEvent({ organisation, principal: id, action: 'policy.applied', arguments: told })
    if (!(await store.policies.add(row))) throw toConflict('version')
    applied.set(organisation, toApplied(row))
    pushAll(organisation)
    return row
  }

  return Object.freeze({
    async page(organisation: string) {
      const [[row], draft] = await Promise.all([
        store.policies.list(organisation, 1),
        store.policies.draft(organisation),
      ])
      const now = row === undefined ? NOTHING : toApplied(row)
      return {
        organisation,
        applied: row ?? null,
        draft,
        agents: fleet
          .agents(organisation)
          .map((view) => toAgentPolicy(view, now, pusher.isOverdue(view, now))),
      }
    },
    history: (organisation: string) => store.policies.list(organisation, HISTORY),
    test(organisation: string, text: PolicyText) {
      const checked = checkPolicy(text)
      const effect = toEffect(fleet.agents(organisation), { rules: checked.rules, tools: options.tools() })
      return { ...checked, effect }
    },
    async edit({ organisation, id }: Principal, text: PolicyText, before: string | null) {
      const { rules, assertions, hash } = checkPolicy(text)
      const draft = {
        organisation,
        revision: randomBytes(9).toString('base64url'),
        rules,
        assertions,
        edited_at: new Date(clock.now()).toISOString(),
        edited_by: id,
      }
      const told = { hash, rules: rules.length, assertions: assertions.length }
      await audit.recordEvent({ organisation, principal: id, action: 'policy.drafted', arguments: told })
      if (await store.policies.putDraft(draft, before)) return draft
      throw toConflict('revision')
    },
    async discard({ organisation, id }: Principal, revision: string) {
      if ((await store.policies.draft(organisation)) === null) throw toNoDraft()
      const told = { discarded: true }
      await audit.recordEvent({ organisation, principal: id, action: 'policy.drafted', arguments: told })
      if (!(await store.policies.dropDraft(organisation, revision))) throw toConflict('revision')
    },
    async apply(principal: Principal, { revision, note }: Readonly<{ revision: string; note: string }>) {
      const draft = await store.policies.draft(principal.organisation)
      if (draft === null) throw toNoDraft()
      if (draft.revision !== revision) throw toConflict('revision')
      const text = { rules: draft.rules, assertions: draft.assertions.map(toAssertionText) }
      const row = await add(principal, { text, note, copy_of: null })
      await store.policies.dropDraft(principal.organisation, revision)
      return row
    },
    async rollback(principal: Principal, { version, note }: Readonly<{ version: number; note: string }>) {
      const old = await store.policies.find(principal.organisation, version)
      if (old === null)
        throw new PolicyError('not_found', {
          field: 'version',
          message: 'no policy of this version was applied',
          fix: 'list the versions with `vedette policy history`',
        })
      const text = { rules: old.rules, assertions: old.assertions.map(toAssertionText) }
      return add(principal, { text, note, copy_of: version })
    },
    hashOf({ organisation, policy }: Pick<AgentView, 'organisation' | 'policy'>) {
      const now = applied.get(organisation)
      return now === undefined || policy === null ? '' : expectedHash(policy, now)
    },
    async load() {
      await Promise.all(options.bus.organisations().map(read))
    },
    close() {
      isClosed = true
      cancel()
      unsubscribe()
    },
  })
}

// Hashed again: what stands in the store is not believed for its own hash.
function toApplied({ version, rules }: PolicyVersionRow): Applied {
  return { version, rules, hash: hashRules(rules) }
}

function toConflict(field: 'revision' | 'version'): PolicyError {
  return new PolicyError('conflict', {
    field,
    message: 'somebody else changed it meanwhile',
    fix: 'read it again and decide anew',
  })
}

function toNoDraft(): PolicyError {
  return new PolicyError('not_found', {
    field: 'draft',
    message: 'there is no draft',
    fix: 'make one with `vedette policy draft FILE`',
  })
}
