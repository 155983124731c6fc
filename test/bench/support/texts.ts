const LEVELS = ['info', 'warn', 'error', 'debug'] as const

/** An ordinary answer: half lines of logs, half objects of a cluster; every 25th line holds something to hide. */
export function createAnswer(items: number): object {
  return {
    lines: Array.from({ length: items }, (_, at) => ({
      at: new Date(Date.UTC(2030, 0, 1) + at * 137).toISOString(),
      level: LEVELS[at % 4],
      labels: { app: 'checkout', namespace: 'shop', pod: `checkout-6f7d8c9b5d-${(at % 90) + 10}abc` },
      text: toLine(at),
      duration_ms: (at * 31) % 900,
    })),
    pods: Array.from({ length: items }, (_, at) => ({
      name: `checkout-6f7d8c9b5d-${(at % 90) + 10}abc`,
      namespace: 'shop',
      node: `ip-10-0-${at % 250}-7.ec2.internal`,
      phase: 'Running',
      ready: at % 9 !== 0,
      restarts: at % 5,
      age_seconds: at * 60,
      containers: [{ name: 'app', image: `registry/checkout:1.${at % 20}.0`, ready: true, last_exit: null }],
    })),
  }
}

/** Ordinary lines of a log. */
export function createLogLines(count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => toLine(at))
}

function toLine(at: number): string {
  const base = `GET /api/v1/orders/${at} 200 in ${(at * 7) % 300}ms trace_id=${hex(at, 32)} from 10.2.${at % 250}.7`
  if (at % 50 === 0) return `${base} user=ana.lima${at}@example.com password=hunter${at}zz`
  if (at % 50 === 25) return `${base} Authorization: Bearer ${hex(at, 40)}`
  return base
}

function hex(seed: number, length: number): string {
  let state = seed * 2_654_435_761 + 1
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return (state % 16).toString(16)
  }).join('')
}

const SIZE = 96 * 1024
const fill = (unit: string) => unit.repeat(Math.ceil(SIZE / unit.length)).slice(0, SIZE)

/** Ordinary text of 96 KB. */
export const ORDINARY = fill(Array.from({ length: 400 }, (_, at) => toLine(at * 3 + 1)).join(' '))

/** Lines of 96 KB that are made to keep a redactor busy: near misses, and starts of secrets without an end. */
export const ADVERSARIAL: Readonly<Record<string, string>> = {
  'one letter': fill('a'),
  'one digit': fill('1'),
  'digits with gaps': fill('123 456-7890.'),
  'many at signs': fill('a@'),
  'addresses without end': fill('a.b-c_d.e@f.g-'),
  dots: fill('.'),
  slashes: fill('://'),
  'userinfo without end': fill('https://user:'),
  'keys without values': fill('password='),
  'quotes without end': fill('token="'),
  'bearer of bearer': fill('Bearer '),
  'key blocks without end': fill('-----BEGIN RSA PRIVATE KEY-----'),
  'half tokens': fill('ghp_AKIAxoxb-eyJ'),
  base64: fill('QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo'),
  percent: fill('%25'),
  escapes: fill('\\u0041'),
  braces: fill('{"a":'),
  spaces: fill(' '),
  'card numbers': fill('4111 1111 1111 1112 '),
  dashes: fill('a-'),
}
