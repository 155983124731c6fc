// The Approvals page: lists what waits for a person and lets an approver decide. Nothing from outside ever becomes
// markup: every text is set as textContent.
const TOKEN_KEY = 'vedette-token'
const REFRESH_MS = 5_000
const byId = (id) => document.getElementById(id)
let shown = ''

byId('sign-in').addEventListener('submit', (event) => {
  event.preventDefault()
  sessionStorage.setItem(TOKEN_KEY, byId('token').value.trim())
  byId('token').value = ''
  void refresh()
})
setInterval(() => void refresh(), REFRESH_MS)
void refresh()

async function refresh() {
  const response = await ask('/api/v1/actions')
  byId('sign-in').hidden = response === null || response.status !== 401
  if (response === null || !response.ok) {
    // What was true a moment ago may not be any more.
    show(null)
    byId('status').textContent =
      response === null
        ? 'The control plane cannot be reached: nothing is known.'
        : response.status === 401
          ? 'Sign in with an API token.'
          : `The control plane does not answer (${response.status}): nothing is known.`
    return
  }
  const list = await response.json()
  byId('status').textContent =
    list.actions.length === 0
      ? 'Nothing waits for a person.'
      : `${list.actions.length} actions, newest first.`
  show(list)
}

function show(list) {
  const text = JSON.stringify(list)
  if (text === shown) return
  shown = text
  byId('actions').replaceChildren(...(list?.actions ?? []).map((action) => render(action, list.may_decide)))
}

function render(action, mayDecide) {
  const article = document.createElement('article')
  const { id, state, tool, tier, requester, decided_by, own, ...facts } = action
  const said = document.createElement('p')
  const whose = own ? 'you' : requester
  said.textContent = `${tier}, asked by ${whose}${decided_by === null ? '' : `, decided by ${decided_by}`}; ends ${facts.expires_at}`
  const details = document.createElement('pre')
  details.textContent = JSON.stringify({ asks: facts.asks, preview: facts.preview, why: facts.why }, null, 2)
  const title = document.createElement('h2')
  title.textContent = `${tool}: ${state}`
  article.append(title, said, details)
  if (state === 'approval_pending' && mayDecide)
    for (const verdict of ['approve', 'deny']) article.append(toButton(id, verdict))
  return article
}

function toButton(id, verdict) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = verdict === 'approve' ? 'Approve' : 'Deny'
  button.addEventListener('click', async () => {
    button.disabled = true
    const response = await ask(`/api/v1/actions/${encodeURIComponent(id)}/decision`, { verdict })
    const body = response?.ok ? null : await response?.json().catch(() => null)
    await refresh()
    if (!response?.ok) byId('status').textContent = body?.error?.message ?? 'Nothing was decided.'
  })
  return button
}

function ask(path, body) {
  const headers = { authorization: `Bearer ${sessionStorage.getItem(TOKEN_KEY) ?? ''}` }
  const init =
    body === undefined
      ? { headers }
      : {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }
  return fetch(path, init).catch(() => null)
}
