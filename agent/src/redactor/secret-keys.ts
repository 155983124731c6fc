// Which secret a key of that name holds: the words that a key ends with, most specific first.
const ENDINGS: readonly (readonly [words: readonly string[], kind: string])[] = Object.freeze([
  [['private', 'key'], 'private_key'],
  [['api', 'key'], 'api_key'],
  [['apikey'], 'api_key'],
  [['access', 'key'], 'access_key'],
  [['account', 'key'], 'access_key'],
  [['application', 'key'], 'api_key'],
  [['app', 'key'], 'api_key'],
  [['secret', 'key'], 'secret'],
  [['signing', 'key'], 'private_key'],
  [['encryption', 'key'], 'private_key'],
  [['password'], 'password'],
  [['passwd'], 'password'],
  [['passphrase'], 'password'],
  [['pwd'], 'password'],
  [['secret'], 'secret'],
  [['token'], 'token'],
  [['authorization'], 'authorization'],
  [['cookie'], 'cookie'],
  [['connection', 'string'], 'connection_string'],
  [['dsn'], 'connection_string'],
  [['credentials'], 'credentials'],
] as const)

// `clientSecret`, `X-Api-Key`, `DB_PASSWORD` -> lower-case words.
function toWords(key: string): readonly string[] {
  return key
    .slice(-128)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}

// The kind of secret that a key's name promises, or null. A name that only mentions one (`secretKeyRef`,
// `secret_backend_timeout`) promises none.
export function toSecretKind(key: string): string | null {
  const words = toWords(key)
  for (const [ending, kind] of ENDINGS) {
    const tail = words.slice(-ending.length)
    if (tail.length === ending.length && tail.every((word, at) => word === ending[at])) return kind
  }
  return null
}

const PLACEHOLDER = /^(?:\*+|x{3,}|\$\{[^}]{0,128}\}|\{\{[^}]{0,128}\}\}|<[A-Za-z0-9_:. -]{0,128}>)$/i

// Tells whether a value under a secret's key stands for a value instead of being one.
export function isPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text.trim())
}
