// The Fleet page: follows the fleet by server-sent events over fetch, so that the token travels in a header only.
// Nothing from outside ever becomes markup: every text is set as textContent.
import { renderFleet, setLive } from './render.js'
import { followEvents } from './stream.js'

const TOKEN_KEY = 'vedette-token'
const REFRESH_MS = 10_000
const byId = (id) => document.getElementById(id)
let following

void start()

async function start() {
  byId('sign-in').addEventListener('submit', (event) => {
    event.preventDefault()
    void signIn(byId('token').value.trim())
  })
  byId('sign-out').addEventListener('click', () => signOut(''))
  const code = takeCode()
  if (code === null) return open(sessionStorage.getItem(TOKEN_KEY))
  await open((await exchangeCode(code)) ?? sessionStorage.getItem(TOKEN_KEY))
}

// The code leaves the address bar and the history before anything else happens.
function takeCode() {
  const code = new URLSearchParams(location.hash.slice(1)).get('code')
  if (location.hash !== '') history.replaceState(null, '', location.pathname)
  return code
}

async function exchangeCode(code) {
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify({ code }) }
  const response = await fetch('/api/v1/sign-in', init).catch(() => null)
  return response?.ok ? (await response.json()).token : null
}

async function signIn(token) {
  byId('sign-in-problem').textContent = ''
  const response = await ask('/api/v1/whoami', token)
  if (response === null) byId('sign-in-problem').textContent = 'The control plane cannot be reached.'
  else if (!response.ok) byId('sign-in-problem').textContent = 'This token is not accepted.'
  else await open(token)
}

function signOut(problem) {
  following?.abort()
  sessionStorage.removeItem(TOKEN_KEY)
  byId('fleet').hidden = true
  byId('sign-out').hidden = true
  byId('who').textContent = ''
  byId('sign-in').hidden = false
  byId('sign-in-problem').textContent = problem
  byId('token').value = ''
  byId('token').focus()
}

async function open(token) {
  if (token === null) return signOut('')
  const response = await ask('/api/v1/whoami', token)
  if (response !== null && !response.ok) return signOut('This token is not accepted any more.')
  sessionStorage.setItem(TOKEN_KEY, token)
  byId('sign-in').hidden = true
  byId('sign-out').hidden = false
  byId('fleet').hidden = false
  setLive(null)
  if (response !== null) showWho(await response.json())
  following = new AbortController()
  const ticking = setInterval(() => refresh(token), REFRESH_MS)
  following.signal.addEventListener('abort', () => clearInterval(ticking))
  void followEvents({
    url: '/api/v1/fleet/events',
    token,
    signal: following.signal,
    onEvent: (event, data) => event === 'fleet' && renderFleet(data),
    onLive: setLive,
    onRefused: () => signOut('This token is not accepted any more.'),
  })
}

// The stream speaks of changes only; the time since the last contact is read again now and then.
async function refresh(token) {
  const response = await ask('/api/v1/fleet', token)
  if (response?.ok && !following.signal.aborted) renderFleet(await response.json())
}

function showWho({ name, role, organisation, version }) {
  byId('who').textContent = `${organisation}, signed in as ${name} (${role}), version ${version}`
}

function ask(path, token) {
  return fetch(path, { headers: { authorization: `Bearer ${token}` } }).catch(() => null)
}
