const VERDICTS = {
  control_plane_blind: [
    'bad',
    'The control plane is blind: its own link is down, or agents vanished together.',
  ],
  collecting: ['warn', 'Collecting reports: the fleet is not fully known yet.'],
  no_agent_connected: ['bad', 'No agent is connected: nothing can be read.'],
  down: ['bad', 'Every configured connector is down.'],
  degraded: ['warn', 'Something is missing or failing.'],
  unchecked: ['warn', 'Serving, but nothing has proved its credential.'],
  up: ['good', 'Every known agent is connected, and every configured connector passed its probe.'],
}
const UNKNOWN = ['bad', 'The control plane says something that this page does not know: reload it.']
const STATUS_TONES = { connected: 'good', offline: 'bad', disputed: 'bad' }
const HEALTH_TONES = { up: 'good', unchecked: 'warn', degraded: 'warn', down: 'bad', not_configured: 'bad' }
const HEALTH_ORDER = ['down', 'degraded', 'not_configured', 'unchecked', 'up']
const STEPS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
]
const byId = (id) => document.getElementById(id)
let shownAt = null

// Says whether what is shown is what is; null before the first sign of life.
export function setLive(isLive) {
  byId('fleet').dataset.live = String(isLive === true)
  if (isLive === true) return setText(byId('live'), 'Live')
  const old = shownAt === null ? 'Nothing was read yet.' : `What is shown was true at ${shownAt}.`
  setText(
    byId('live'),
    isLive === null ? 'Connecting ...' : `Not live: the control plane does not answer. ${old}`,
  )
  if (isLive === false)
    setVerdict(['bad', 'Nobody knows how the fleet is now: the control plane does not answer.'])
}

// Draws one state of the fleet, worst first.
export function renderFleet(page) {
  shownAt = new Date(page.at).toLocaleString()
  setVerdict(VERDICTS[page.fleet_verdict] ?? UNKNOWN)
  const now = Date.parse(page.at)
  const agents = [...page.agents].sort(
    (a, b) => (a.status === 'connected') - (b.status === 'connected') || a.name.localeCompare(b.name),
  )
  fill(
    byId('agents'),
    agents.map((agent) => toAgentRow(agent, now)),
    'No agent is known yet.',
  )
  const connectors = agents.flatMap((agent) => agent.connectors.map((one) => ({ agent, one })))
  const shown = connectors
    .filter(({ one }) => one.reason !== 'not_requested')
    .sort((a, b) => HEALTH_ORDER.indexOf(a.one.health) - HEALTH_ORDER.indexOf(b.one.health))
  fill(
    byId('connectors'),
    shown.map(({ agent, one }) => toConnectorRow(agent, one, now)),
    'No connector is configured.',
  )
  const unasked = connectors.length - shown.length
  setText(byId('not-requested'), unasked === 0 ? '' : `${unasked} more are built in and not configured.`)
}

function toAgentRow(agent, now) {
  const claimants = agent.claimants.map(
    ({ identity, last_seen }) => `${identity.kind} ${identity.id}, heard ${toAge(now - last_seen)} ago`,
  )
  const identity = agent.identity === null ? 'unknown' : `${agent.identity.kind} ${agent.identity.id}`
  return [
    cell(agent.name, [agent.agent]),
    cell(
      agent.status,
      agent.status === 'disputed' ? ['two identities claim it; neither is asked'] : [],
      STATUS_TONES[agent.status] ?? 'bad',
    ),
    timeCell(agent.since, now),
    agent.last_seen > 0 ? timeCell(agent.last_seen, now) : cell('never'),
    cell(agent.version ?? 'unknown'),
    cell(countServed(agent)),
    agent.status === 'disputed' ? cell('disputed', claimants) : cell(identity),
  ]
}

function toConnectorRow(agent, one, now) {
  const isAway = agent.status !== 'connected'
  const servers = one.servers
    .filter(({ health }) => health !== 'up')
    .map(({ name, health, code }) => `${name}: ${code ?? health}`)
  const gone = (one.unanswerable ?? []).length
  const operations =
    one.health === 'down' || one.health === 'not_configured' || isAway ? 0 : listServed(one).length
  const missing = [...new Set((one.unanswerable ?? []).flatMap((word) => word.missing ?? []))]
    .slice(0, 5)
    .map((permission) => `may not ${permission}`)
  return [
    cell(one.instance, one.instance === one.connector ? [] : [one.connector]),
    cell(agent.name),
    isAway
      ? cell(`unknown, was ${one.health}`, [`its agent is ${agent.status}`], 'bad')
      : cell(one.health, [], HEALTH_TONES[one.health] ?? 'bad'),
    cell(one.code ?? one.reason ?? '', [...servers, ...missing]),
    timeCell(Date.parse(one.since), now),
    one.checked_at === null ? cell('never') : timeCell(Date.parse(one.checked_at), now),
    cell(operations, [
      ...(one.denied.length === 0 ? [] : [`${one.denied.length} denied by policy`]),
      ...(gone === 0 ? [] : [`${gone} cannot be answered now`]),
    ]),
  ]
}

// What an instance serves now: without what a server that is down or a missing permission takes away.
function listServed({ operations, unanswerable = [] }) {
  const gone = new Set(unanswerable.map(({ id }) => id))
  return operations.filter(({ id }) => !gone.has(id))
}

function countServed(agent) {
  if (agent.status !== 'connected') return 0
  const serving = agent.connectors.filter(({ health }) => health !== 'down' && health !== 'not_configured')
  return new Set(serving.flatMap((one) => listServed(one).map(({ id }) => id))).size
}

// Rows are drawn anew; the first cell of each names it.
function fill(body, rows, emptyText) {
  const drawn = rows.map((cells) => {
    const row = document.createElement('tr')
    row.append(...cells)
    return row
  })
  if (drawn.length === 0) {
    const only = cell(emptyText)
    only.colSpan = 7
    const row = document.createElement('tr')
    row.append(only)
    drawn.push(row)
  }
  body.replaceChildren(...drawn)
}

function cell(text, notes = [], tone) {
  const made = document.createElement('td')
  const main = document.createElement('span')
  main.textContent = String(text)
  if (tone !== undefined) main.dataset.tone = tone
  made.append(main)
  for (const note of notes) {
    const small = document.createElement('small')
    small.textContent = note
    made.append(small)
  }
  return made
}

function timeCell(at, now) {
  const made = document.createElement('td')
  const time = document.createElement('time')
  if (Number.isFinite(at)) {
    time.dateTime = new Date(at).toISOString()
    time.title = new Date(at).toLocaleString()
    time.textContent = toAge(now - at)
  } else time.textContent = 'unknown'
  made.append(time)
  return made
}

function toAge(ms) {
  const step = STEPS.find(([, size]) => ms >= size)
  return step === undefined ? '0 s' : `${Math.floor(ms / step[1])} ${step[0]}`
}

function setVerdict([tone, text]) {
  byId('verdict').dataset.tone = tone
  setText(byId('verdict'), text)
}

// Unchanged text stays untouched, so that a screen reader does not read it again.
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text
}
