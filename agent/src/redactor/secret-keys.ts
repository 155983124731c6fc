// Which secret a key of that name holds: the words that a key ends with, most specific first. A weak name counts only when
// its value looks made by a machine.
type Ending = readonly [words: readonly string[], kind: string, weak?: 'weak']

const ENDINGS: readonly Ending[] = Object.freeze([
  [['private', 'key'], 'private_key'],
  [['client', 'key', 'data'], 'kubeconfig_key'],
  [['key', 'data'], 'kubeconfig_key'],
  [['privatekey'], 'private_key'],
  [['api', 'key'], 'api_key'],
  [['apikey'], 'api_key'],
  [['api', 'secret'], 'secret'],
  [['access', 'key'], 'access_key'],
  [['accesskey'], 'access_key'],
  [['account', 'key'], 'access_key'],
  [['accountkey'], 'access_key'],
  [['application', 'key'], 'api_key'],
  [['app', 'key'], 'api_key'],
  [['ingestion', 'key'], 'api_key'],
  [['license', 'key'], 'api_key', 'weak'],
  [['auth', 'key'], 'api_key'],
  [['secret', 'key'], 'secret'],
  [['secretkey'], 'secret'],
  [['signing', 'key'], 'private_key'],
  [['encryption', 'key'], 'private_key'],
  [['master', 'key'], 'private_key'],
  [['shared', 'key'], 'private_key'],
  [['hmac', 'key'], 'private_key'],
  [['signing', 'secret'], 'secret'],
  [['secret', 'key', 'base'], 'secret'],
  [['password'], 'password'],
  [['passwords'], 'password'],
  [['passwd'], 'password'],
  [['passphrase'], 'password'],
  [['passcode'], 'password'],
  [['pwd'], 'password'],
  [['senha'], 'password'],
  [['contraseña'], 'password'],
  [['contrasena'], 'password'],
  [['passwort'], 'password'],
  [['kennwort'], 'password'],
  [['wachtwoord'], 'password'],
  [['mot', 'de', 'passe'], 'password'],
  [['motdepasse'], 'password'],
  [['requirepass'], 'password'],
  [['masterauth'], 'password'],
  [['rediscli', 'auth'], 'password'],
  [['mnemonic'], 'secret'],
  [['community', 'string'], 'snmp_community'],
  [['existing', 'secret'], ''],
  [['pull', 'secret'], ''],
  [['tls', 'secret'], ''],
  [['secret'], 'secret'],
  [['clientsecret'], 'secret'],
  [['csrf', 'token'], 'token'],
  ...(['request', 'next', 'page', 'continuation', 'continue', 'resume', 'progress'] as const).map(
    (word) => [[word, 'token'], ''] as const,
  ),
  [['token'], 'token'],
  [['authtoken'], 'token'],
  [['accesstoken'], 'token'],
  [['authorization'], 'authorization'],
  [['x', 'vault', 'token'], 'token'],
  [['x', 'auth'], 'header_secret'],
  [['cookie'], 'cookie'],
  [['cookie2'], 'cookie'],
  [['connection', 'string'], 'connection_string'],
  [['connectionstring'], 'connection_string'],
  [['dsn'], 'connection_string'],
  [['database', 'url'], 'connection_string', 'weak'],
  [['credentials'], 'credentials'],
  [['dockerconfigjson'], 'registry_auth'],
  [['dockercfg'], 'registry_auth'],
  [['otpauth'], 'otp_seed'],
  [['credential'], 'credentials', 'weak'],
  [['pass'], 'password', 'weak'],
  [['pw'], 'password', 'weak'],
  [['auth'], 'credentials', 'weak'],
  [['signature'], 'generic_secret', 'weak'],
  [['salt'], 'generic_secret', 'weak'],
  [['seed'], 'generic_secret', 'weak'],
  [['otp'], 'generic_secret', 'weak'],
  [['jsessionid'], 'cookie', 'weak'],
  [['phpsessid'], 'cookie', 'weak'],
  [['session', 'key'], 'generic_secret', 'weak'],
  [['session'], 'generic_secret', 'weak'],
  [['sid'], 'cookie', 'weak'],
  ...(
    [
      'public',
      'cache',
      'partition',
      'primary',
      'sort',
      'object',
      'foreign',
      'idempotency',
      's3',
      'row',
      'group',
    ] as const
  ).map((word) => [[word, 'key'], ''] as const),
  [['key'], 'generic_secret', 'weak'],
] as const)

// The last words of such keys: where one stands in a text, a key may end.
export const SECRET_WORDS: readonly string[] = Object.freeze([
  ...new Set(ENDINGS.map(([words]) => words.at(-1) ?? '')),
])

const BY_LAST = Map.groupBy(ENDINGS, ([words]) => words.at(-1) ?? '')

// `clientSecret`, `X-Api-Key`, `DB_PASSWORD` -> lower-case words.
export function toWords(key: string): readonly string[] {
  return key
    .slice(-128)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9ñ]+/)
    .filter((word) => word !== '')
}

// Words that say the same with others written on to them: `PGPASSWORD`.
const JOINED = /(?:password|passwd|passphrase)$/

export type SecretKey = Readonly<{ kind: string; weak: boolean }>

// The kind of secret that a key's name promises, or null. A name that only mentions one (`secretKeyRef`,
// `secret_backend_timeout`) promises none.
export function toSecretKey(key: string): SecretKey | null {
  const words = toWords(key)
  // `DB_PASSWORD_1` and `API_KEY2` number what they hold.
  const end = /^\d{1,3}$/.test(words.at(-1) ?? '') && words.length > 1 ? words.length - 1 : words.length
  const last = words[end - 1]?.replace(/(?<=[a-z])\d$/, '') ?? ''
  for (const [ending, kind, weak] of BY_LAST.get(last) ?? BY_LAST.get(JOINED.exec(last)?.[0] ?? '') ?? []) {
    if (
      ending.length > end ||
      !ending.slice(0, -1).every((word, at) => word === words[end - ending.length + at])
    )
      continue
    return kind === '' ? null : { kind, weak: weak === 'weak' }
  }
  return null
}

const PLACEHOLDER =
  /^(?:\*+|x{3,}|\$\{[^}]{0,128}\}|\$\([A-Za-z_][\w.]{0,128}\)|\$[A-Za-z_]\w{0,128}|%\([^)]{0,128}\)s|\{\{[^}]{0,128}\}\}|<[A-Za-z0-9_:. -]{0,128}>|\[?(?:redacted|masked|filtered|hidden|removed)\]?|change-?me|your[-_ ][a-z_ -]{1,64}|none|null|nil|undefined|true|false|\S{0,40}(?:\.\.\.|\u2026))$/i

// Tells whether a value under a secret's key stands for a value instead of being one.
export function isPlaceholder(text: string): boolean {
  return text.length <= 160 && PLACEHOLDER.test(text.trim())
}

// Tells whether a value names a file: what `--key` is given where it is not the key itself.
export function isFilePath(text: string): boolean {
  return (
    text.length <= 512 &&
    /^(?:\.{0,2}\/|~\/)[\w./@-]+$|^[\w./@-]+\.(?:pem|key|crt|pub|json|ya?ml)$/.test(text)
  )
}
