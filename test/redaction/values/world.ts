import type { Random } from '../random.ts'
import { fill } from '../random.ts'
import { dot, lay, luhnDigit, makeBirth, off, type Source, toNumbers, until } from './sample.ts'

const named = (kind: string, word: string, make: (random: Random) => string): Source => ({
  kind,
  bar: 'zero',
  make: (random) => {
    const value = make(random)
    return { value, before: `${word.replaceAll('_', ' ')} `, key: word, miss: off(value) }
  },
})

// Verhoeff by its published multiplication table, row by row.
const D = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
]
const P = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
]

function verhoeffDigit(body: readonly number[]): number {
  let state = 0
  for (const [at, digit] of body.toReversed().entries())
    state = Number(D[state]?.[Number(P[(at + 1) % 8]?.[digit])])
  return D.findIndex((_, digit) => D[state]?.[digit] === '0')
}

const aadhaar = (random: Random) => {
  const body = [random.between(2, 9), ...random.digits(10)]
  return [...body, verhoeffDigit(body)].join('')
}

const NRIC: Record<string, string> = {
  S: 'JZIHGFEDCBA',
  T: 'GFEDCBAJZIH',
  F: 'XWUTRQPNMLK',
  G: 'RQPNMLKXWUT',
}

export const WORLD: readonly Source[] = [
  named('in_aadhaar', 'aadhaar', aadhaar),
  {
    kind: 'in_aadhaar',
    bar: 'zero',
    make: (random) => {
      const value = lay(aadhaar(random), '4 4 4')
      return { value, miss: off(value) }
    },
  },
  {
    kind: 'in_pan',
    bar: 'zero',
    make: (random) => ({
      value: fill(random, `{U3}${random.pick(['P', 'C', 'H', 'F'])}{U1}{d4}{U1}`),
      miss: fill(random, '{U3}D{U1}{d4}{U1}'),
    }),
  },
  {
    kind: 'in_gstin',
    bar: 'zero',
    make: (random) => {
      const order = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
      const body = `${String(random.between(1, 37)).padStart(2, '0')}${fill(random, '{U5}{d4}{U1}')}1Z`
      const sum = [...body].reduce((total, character, at) => {
        const product = order.indexOf(character) * (1 + (at % 2))
        return total + Math.floor(product / 36) + (product % 36)
      }, 0)
      const check = (36 - (sum % 36)) % 36
      return { value: `${body}${order[check]}`, miss: `${body}${order[(check + 1) % 36]}` }
    },
  },
  named('za_id', 'id_number', (random) => {
    const { day, month, yy } = makeBirth(random)
    const body = toNumbers(`${yy}${month}${day}${random.text('0123456789', 4)}${random.pick([0, 1])}8`)
    return [...body, luhnDigit(body)].join('')
  }),
  {
    kind: 'kr_rrn',
    bar: 'zero',
    make: (random) => {
      const { day, month, yy } = makeBirth(random)
      const body = toNumbers(`${yy}${month}${day}${random.pick([1, 2])}${random.text('0123456789', 5)}`)
      const check = (11 - (dot(body, [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]) % 11)) % 10
      const value = lay([...body, check], '6-7')
      return { value, miss: off(value) }
    },
  },
  {
    kind: 'cn_id',
    bar: 'zero',
    make: (random) => {
      const { day, month, year } = makeBirth(random)
      const body = `${random.pick(['110101', '310104', '440305'])}${year}${month}${day}${random.text('0123456789', 3)}`
      // ISO 7064 MOD 11-2 by powers of two.
      let rest = 0
      for (const digit of toNumbers(body)) rest = ((rest + digit) * 2) % 11
      const check = (12 - rest) % 11
      const wrong = (check + 1) % 11
      const write = (value: number) => (value === 10 ? 'X' : String(value))
      return { value: body + write(check), miss: body + write(wrong) }
    },
  },
  named('jp_mynumber', 'my_number', (random) => {
    const body = random.digits(11)
    const sum = dot(body, [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2])
    return [...body, sum % 11 <= 1 ? 0 : 11 - (sum % 11)].join('')
  }),
  {
    kind: 'sg_nric',
    bar: 'zero',
    make: (random) => {
      const digits = random.digits(7)
      const first = random.pick(['S', 'T', 'F', 'G'])
      const rest = dot(digits, [2, 7, 6, 5, 4, 3, 2]) % 11
      const body = `${first}${digits.join('')}`
      return { value: `${body}${NRIC[first]?.[rest]}`, miss: `${body}${NRIC[first]?.[(rest + 1) % 11]}` }
    },
  },
  {
    kind: 'th_id',
    bar: 'zero',
    make: (random) => {
      const body = [random.between(1, 8), ...random.digits(11)]
      const sum = dot(body, [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
      const value = lay([...body, (11 - (sum % 11)) % 10], '1-4-5-2-1')
      return { value, miss: off(value) }
    },
  },
  named('au_tfn', 'tfn', (random) =>
    until(
      () => random.digits(9),
      (d) => new Set(d).size > 2 && dot(d, [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 === 0,
    ).join(''),
  ),
  {
    kind: 'au_medicare',
    bar: 'zero',
    make: (random) => {
      const body = [random.between(2, 6), ...random.digits(7)]
      const check = dot(body, [1, 3, 7, 9, 1, 3, 7, 9]) % 10
      const value = lay([...body, check, random.between(1, 9)], '4 5 1')
      const miss = lay([...body, (check + 1) % 10, random.between(1, 9)], '4 5 1')
      return { value, before: 'medicare ', key: 'medicare', miss }
    },
  },
  named('il_id', 'teudat_zehut', (random) => {
    const body = [random.between(1, 3), ...random.digits(7)]
    return [...body, luhnDigit(body)].join('')
  }),
  {
    kind: 'ng_nin',
    bar: 'context',
    make: (random) => ({ value: fill(random, '{d11}'), before: 'nin ', key: 'nin' }),
  },
]
