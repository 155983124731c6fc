import { createHash } from 'node:crypto'
import { fill, type Random } from '../random.ts'
import { lay, luhnDigit, off, type Sample, type Source, toNumbers } from './sample.ts'

const IBANS: readonly (readonly [country: string, body: string])[] = [
  ['DE', '{d18}'],
  ['GB', '{U4}{d14}'],
  ['FR', '{d10}{X11}{d2}'],
  ['BR', '{d23}{U1}{X1}'],
  ['NL', '{U4}{d10}'],
  ['ES', '{d20}'],
  ['MT', '{U4}{d5}{X18}'],
]

function makeIban(random: Random): string {
  const [country, template] = random.pick(IBANS)
  const body = fill(random, template)
  const spelled = [...`${body}${country}00`].map((character) => Number.parseInt(character, 36)).join('')
  const check = String(98n - (BigInt(spelled) % 97n)).padStart(2, '0')
  const plain = `${country}${check}${body}`
  return random.pick([plain, plain.replace(/(.{4})(?=.)/g, '$1 ')])
}

const CARDS: readonly (readonly [prefix: string, length: number, layout: string])[] = [
  ['4', 16, '4 4 4 4'],
  ['51', 16, '4-4-4-4'],
  ['2221', 16, '4 4 4 4'],
  ['34', 15, '4 6 5'],
  ['6011', 16, '4 4 4 4'],
  ['3528', 16, '4-4-4-4'],
]

function makePan(random: Random): Sample {
  const [prefix, length, layout] = random.pick(CARDS)
  const body = toNumbers(prefix + random.text('0123456789', length - 1 - prefix.length))
  const plain = [...body, luhnDigit(body)].join('')
  const value = random.pick([plain, lay(plain, layout)])
  return { value, miss: off(value) }
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

function makeBitcoin(random: Random): Sample {
  const bytes = Buffer.from([0, ...Array.from({ length: 20 }, () => random.between(0, 255))])
  const sha = (data: Buffer) => createHash('sha256').update(data).digest()
  let number = BigInt(`0x${Buffer.concat([bytes, sha(sha(bytes)).subarray(0, 4)]).toString('hex')}`)
  let text = ''
  for (; number > 0n; number /= 58n) text = BASE58[Number(number % 58n)] + text
  const value = `1${text}`
  const last = value.at(-1) === 'z' ? 'y' : 'z'
  return { value, miss: value.slice(0, -1) + last }
}

export const MONEY: readonly Source[] = [
  { kind: 'card_pan', bar: 'zero', make: makePan },
  {
    kind: 'card_cvv',
    bar: 'context',
    make: (random) => ({ value: fill(random, '{d3}'), before: 'cvv: ', key: 'cvv' }),
  },
  {
    kind: 'card_expiry',
    bar: 'context',
    make: (random) => ({
      value: `0${random.between(1, 9)}/${random.between(27, 35)}`,
      before: 'card_expiry=',
      key: 'card_expiry',
    }),
  },
  {
    kind: 'card_track',
    bar: 'zero',
    make: (random) => ({ value: fill(random, '%B4{d15}^DOE/{U6}^{d7}00000') }),
  },
  {
    kind: 'iban',
    bar: 'zero',
    make: (random) => {
      const value = makeIban(random)
      return {
        value,
        miss: value.replaceAll(' ', '').replace(/\d/, (digit) => String((Number(digit) + 1) % 10)),
      }
    },
  },
  {
    kind: 'bic',
    bar: 'context',
    make: (random) => ({
      value: fill(random, `{U4}${random.pick(['DE', 'BR', 'GB'])}{X2}`),
      before: 'swift: ',
      key: 'swift',
    }),
  },
  {
    kind: 'bank_account',
    bar: 'context',
    make: (random) => ({ value: fill(random, '{d9}'), before: 'account number ', key: 'account_number' }),
  },
  {
    kind: 'us_aba',
    bar: 'zero',
    make: (random) => {
      const body = [0, random.between(1, 9), ...random.digits(6)]
      const sum = body.reduce((total, digit, at) => total + digit * ([3, 7, 1][at % 3] ?? 0), 0)
      const value = [...body, (1000 - sum) % 10].join('')
      return { value, before: 'routing ', key: 'routing', miss: off(value) }
    },
  },
  { kind: 'btc_address', bar: 'zero', make: makeBitcoin },
  // Addresses published by their own projects; a check needs the curve's hash and cannot be made here independently.
  {
    kind: 'eth_address',
    bar: 'zero',
    make: (random) => ({ value: fill(random, '0x{h40}'), before: 'ethereum wallet ', key: 'eth_address' }),
  },
  {
    kind: 'xmr_address',
    bar: 'zero',
    make: () => ({
      value:
        '888tNkZrPN6JsEgekjMnABU4TBzc2Dt29EPAvkRxbANsAnjyPbb3iQ1YBRk1UXcdRsiKc9dhwMVgN5S9cQUiyoogDavup3H',
    }),
  },
]
