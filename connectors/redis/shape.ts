// Commands whose first argument is one key; of the others no argument is shown.
const KEY_FIRST: ReadonlySet<string> = new Set(
  (
    'GET SET DEL UNLINK EXISTS EXPIRE PEXPIRE TTL PTTL TYPE DUMP INCR INCRBY DECR DECRBY APPEND STRLEN GETRANGE ' +
    'SETRANGE GETSET GETDEL GETEX SETEX PSETEX SETNX MGET HGET HSET HMGET HMSET HGETALL HKEYS HVALS HLEN HDEL HSCAN ' +
    'HINCRBY HEXISTS LPUSH RPUSH LPOP RPOP LRANGE LLEN LINDEX LREM LTRIM BLPOP BRPOP SADD SREM SMEMBERS SCARD ' +
    'SISMEMBER SSCAN SPOP SRANDMEMBER SINTER SUNION SDIFF ZADD ZREM ZRANGE ZREVRANGE ZRANGEBYSCORE ZREVRANGEBYSCORE ' +
    'ZCARD ZCOUNT ZSCORE ZRANK ZSCAN ZINCRBY ZPOPMIN ZPOPMAX XADD XRANGE XREVRANGE XLEN XDEL XTRIM PFADD PFCOUNT ' +
    'SORT SORT_RO GEOADD GEOSEARCH GETBIT SETBIT BITCOUNT BITPOS'
  ).split(' '),
)
const CONTAINERS: ReadonlySet<string> = new Set(
  'ACL CLIENT CLUSTER COMMAND CONFIG FUNCTION LATENCY MEMORY OBJECT SLOWLOG XGROUP XINFO'.split(' '),
)

// The command in capitals, with its subcommand where it has one.
export function toCommandName(words: readonly string[]): string {
  const name = toWord(words[0])
  return CONTAINERS.has(name) ? `${name} ${toWord(words[1])}` : name
}

function toWord(text: string | undefined): string {
  return /^[A-Za-z][A-Za-z0-9._]{0,39}$/.test(text ?? '') ? (text ?? '').toUpperCase() : 'unknown'
}

// Of the arguments only the first key's beginning and how many more there are: `user:* (+2)`. Values are never shown.
export function toArguments(words: readonly string[]): string | null {
  const [, key] = words
  if (key === undefined) return null
  const isKey = KEY_FIRST.has(toWord(words[0]))
  const prefix = isKey ? /^([A-Za-z][A-Za-z_-]{0,31})[:.|/]/.exec(key) : null
  const shape = prefix === null ? '*' : `${prefix[1]}${key[prefix[0].length - 1]}*`
  // Redis itself cuts long lists to `... (N more arguments)`.
  const more = /^\.\.\. \((\d+) more arguments\)$/.exec(words.at(-1) ?? '')
  const rest = words.length - 2 + (more === null ? 0 : Number(more[1]) - 1)
  return rest === 0 ? shape : `${shape} (+${rest})`
}
