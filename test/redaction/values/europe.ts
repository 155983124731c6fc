import type { Random } from '../random.ts'
import { dot, lay, luhnDigit, makeBirth, off, type Sample, type Source, toNumbers, until } from './sample.ts'

const named = (kind: string, word: string, make: (random: Random) => string): Source => ({
  kind,
  bar: 'zero',
  make: (random) => {
    const value = make(random)
    return { value, before: `${word.replaceAll('_', ' ')} `, key: word, miss: off(value) }
  },
})

const alone = (kind: string, make: (random: Random) => string): Source => ({
  kind,
  bar: 'zero',
  make: (random) => {
    const value = make(random)
    return { value, miss: off(value) }
  },
})

/** Digits of which the last is found by trying: `isRight` says for which it is. */
function close(random: Random, length: number, isRight: (digits: readonly number[]) => boolean): string {
  return until(
    () => random.digits(length),
    (digits) => digits[0] !== 0 && new Set(digits).size > 2 && isRight(digits),
  ).join('')
}

/** ISO 7064 MOD 11,10 the other way: the last digit from the others. */
function hybridDigit(body: readonly number[]): number {
  let carry = 10
  for (const digit of body) {
    const sum = (carry + digit) % 10
    carry = ((sum === 0 ? 10 : sum) * 2) % 11
  }
  return carry === 1 ? 0 : 11 - carry
}

const DNI = 'TRWAGMYFPDXBNJZSQVHLCKE'

function makeDni(random: Random): Sample {
  const number = random.between(10_000_000, 99_999_999)
  const letter = DNI[number % 23] ?? ''
  const wrong = DNI[(number + 1) % 23] ?? ''
  const foreign = random.between(0, 2)
  const rest = random.between(1_000_000, 9_999_999)
  const nie = Number(`${foreign}${rest}`)
  return random.pick<Sample>([
    { value: `${number}${letter}`, miss: `${number}${wrong}` },
    {
      value: `${'XYZ'[foreign]}${rest}${DNI[nie % 23]}`,
      miss: `${'XYZ'[foreign]}${rest}${DNI[(nie + 1) % 23]}`,
    },
    {
      value: `${number}${letter}`.toLowerCase(),
      before: 'dni ',
      key: 'dni',
      miss: `${number}${wrong}`.toLowerCase(),
    },
  ])
}

function makeNir(random: Random): string {
  const body = `${random.pick([1, 2])}${random.text('0123456789', 2)}${String(random.between(1, 12)).padStart(2, '0')}${random.between(10, 95)}${String(random.between(1, 990)).padStart(3, '0')}${String(random.between(1, 999)).padStart(3, '0')}`
  const plain = `${body}${String(97 - Number(BigInt(body) % 97n)).padStart(2, '0')}`
  return random.pick([plain, lay(plain, '1 2 2 2 3 3 2')])
}

function makeCodiceFiscale(random: Random): Sample {
  const { day, yy } = makeBirth(random)
  const body = `${random.text('BCDFGLMNPRSTVZ', 6)}${yy}${random.text('ABCDEHLMPRST', 1)}${day}${random.text('ABCDEFGHIL', 1)}${random.text('0123456789', 3)}`
  const odd: Record<string, number> = {}
  const order = 'BAKPLCQDREVOSFTGUHMINJWZYX'
  // The table of odd places is the alphabet in this order; digits have the values of A to J.
  for (const [at, letter] of [...order].entries()) odd[letter] = at
  const sum = [...body].reduce((total, character, at) => {
    const letter = /\d/.test(character) ? String.fromCharCode(65 + Number(character)) : character
    return total + (at % 2 === 0 ? (odd[letter] ?? 0) : letter.charCodeAt(0) - 65)
  }, 0)
  const check = String.fromCharCode(65 + (sum % 26))
  return { value: body + check, miss: body + String.fromCharCode(65 + ((sum + 1) % 26)) }
}

function makeHetu(random: Random): Sample {
  const { day, month, yy } = makeBirth(random)
  const number = String(random.between(2, 899)).padStart(3, '0')
  const order = '0123456789ABCDEFHJKLMNPRSTUVWXY'
  const rest = Number(`${day}${month}${yy}${number}`) % 31
  const body = `${day}${month}${yy}-${number}`
  return { value: `${body}${order[rest]}`, miss: `${body}${order[rest === 20 ? 21 : 20]}` }
}

function makeAusweis(random: Random): Sample {
  const order = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  const body = `${random.text('LMNPRTVWXY', 1)}${random.text('CFGHJKLMNPRTVWXYZ0123456789', 8)}`
  const sum = [...body].reduce(
    (total, character, at) => total + order.indexOf(character) * ([7, 3, 1][at % 3] ?? 0),
    0,
  )
  const value = `${body}${sum % 10}`
  return { value, before: 'Personalausweis ', key: 'ausweis', miss: off(value) }
}

const birthDigits = (random: Random, order: 'dmy' | 'ymd') => {
  const { day, month, yy } = makeBirth(random)
  return toNumbers(order === 'dmy' ? day + month + yy : yy + month + day)
}

/** A birth date, random digits and check digits found by `finish`, which may refuse. */
function born(
  random: Random,
  order: 'dmy' | 'ymd',
  extra: number,
  finish: (body: readonly number[]) => readonly number[] | null,
) {
  return until(
    () => {
      const body = [...birthDigits(random, order), ...random.digits(extra)]
      const end = finish(body)
      return end === null ? '' : [...body, ...end].join('')
    },
    (text) => text !== '',
  )
}

const fnr = (random: Random) =>
  born(random, 'dmy', 3, (body) => {
    const first = (11 - (dot(body, [3, 7, 6, 1, 8, 9, 4, 5, 2]) % 11)) % 11
    const second = (11 - (dot([...body, first], [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11
    return first === 10 || second === 10 ? null : [first, second]
  })

function makeAhv(random: Random): string {
  const body = [7, 5, 6, ...random.digits(9)]
  const sum = body.reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 1 : 3), 0)
  return [...body, (1000 - sum) % 10].join('')
}

export const EUROPE: readonly Source[] = [
  named('uk_nhs', 'nhs_number', (random) =>
    close(random, 10, (d) => dot(d, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0),
  ),
  alone('uk_nhs', (random) =>
    lay(
      close(random, 10, (d) => dot(d, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0),
      '3 3 4',
    ),
  ),
  {
    kind: 'uk_nino',
    bar: 'zero',
    make: (random) => {
      const digits = random.text('0123456789', 6)
      const suffix = random.text('ABCD', 1)
      const prefix = `${random.text('ABCEHJLMPRSTWXY', 1)}${random.text('ABCEHJLMPRSWXYZ', 1)}`
      const good = prefix === 'ZZ' ? 'AB' : prefix
      return random.pick([
        { value: `${good}${digits}${suffix}`, miss: `QQ${digits}${suffix}` },
        { value: `${good} ${lay(digits, '2 2 2')} ${suffix}`, miss: `BG${digits}${suffix}` },
      ])
    },
  },
  {
    kind: 'uk_utr',
    bar: 'zero',
    make: (random) => {
      const body = random.digits(9)
      const rest = dot(body, [6, 7, 8, 9, 10, 5, 4, 3, 2]) % 11
      const rest11 = [2, 1, 9, 8, 7, 6, 5, 4, 3, 2, 1][rest] ?? 0
      const value = `${rest11}${body.join('')}`
      const miss = `${(rest11 % 9) + 1}${body.join('')}`
      return { value, before: 'utr ', key: 'utr', miss }
    },
  },
  {
    kind: 'uk_driving_licence',
    bar: 'zero',
    make: (random) => {
      const { day, month, yy } = makeBirth(random)
      const value = `${random.text('BCDFGHJKLM', 5)}${yy[0]}${month}${day}${yy[1]}${random.text('ABCDEFG', 2)}${random.between(1, 9)}${random.text('ABCDEFGHIJ', 2)}`
      return { value, miss: value.slice(0, -1) }
    },
  },
  {
    kind: 'uk_passport',
    bar: 'context',
    make: (random) => ({ value: random.text('0123456789', 9), before: 'passport no ', key: 'passport_no' }),
  },
  { kind: 'es_dni_nie', bar: 'zero', make: makeDni },
  named('es_nuss', 'nuss', (random) => {
    const province = String(random.between(1, 53)).padStart(2, '0')
    const number = String(random.between(10_000_000, 99_999_999))
    return `${province}${number}${String(Number(province + number) % 97).padStart(2, '0')}`
  }),
  alone('fr_nir', makeNir),
  named('de_steuer_id', 'steuer_id', (random) =>
    until(
      () => {
        const digits = [...'0123456789'].map(Number)
        const body = digits.toSorted(() => random.between(-1, 1) || 1)
        const missing = random.between(0, 9)
        const twice = (missing + random.between(1, 8)) % 10
        const made = body.map((digit) => (digit === missing ? twice : digit))
        return made[0] === 0 ? '' : [...made, hybridDigit(made)].join('')
      },
      (text) => text !== '',
    ),
  ),
  { kind: 'de_ausweis', bar: 'zero', make: makeAusweis },
  { kind: 'it_codice_fiscale', bar: 'zero', make: makeCodiceFiscale },
  named('pt_nif', 'nif', (random) =>
    close(random, 9, (d) => {
      if (![1, 2, 3, 5, 6, 9].includes(d[0] ?? 0)) return false
      const rest = dot(d, [9, 8, 7, 6, 5, 4, 3, 2]) % 11
      return (rest < 2 ? 0 : 11 - rest) === d[8]
    }),
  ),
  named('nl_bsn', 'bsn', (random) =>
    close(random, 9, (d) => (dot(d, [9, 8, 7, 6, 5, 4, 3, 2]) - (d[8] ?? 0)) % 11 === 0),
  ),
  named('be_rrn', 'rijksregisternummer', (random) =>
    born(random, 'ymd', 3, (body) => toNumbers(String(97 - (Number(body.join('')) % 97)).padStart(2, '0'))),
  ),
  alone('be_rrn', (random) =>
    lay(
      born(random, 'ymd', 3, (body) => toNumbers(String(97 - (Number(body.join('')) % 97)).padStart(2, '0'))),
      '2.2.2-3.2',
    ),
  ),
  named('pl_pesel', 'pesel', (random) =>
    born(random, 'ymd', 4, (body) => [(1000 - dot(body, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3])) % 10]),
  ),
  named('pl_nip', 'nip', (random) =>
    close(random, 10, (d) => dot(d, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === d[9]),
  ),
  alone('se_personnummer', (random) =>
    lay(
      born(random, 'ymd', 3, (body) => [luhnDigit(body)]),
      '6-4',
    ),
  ),
  { kind: 'fi_hetu', bar: 'zero', make: makeHetu },
  named('no_fnr', 'fodselsnummer', fnr),
  alone('no_fnr', (random) => lay(fnr(random), '6 5')),
  {
    kind: 'dk_cpr',
    bar: 'context',
    make: (random) => ({
      value: `${birthDigits(random, 'dmy').join('')}-${random.text('0123456789', 4)}`,
      before: 'cpr ',
      key: 'cpr',
    }),
  },
  {
    kind: 'ie_pps',
    bar: 'zero',
    make: (random) => {
      const digits = random.digits(7)
      const order = 'WABCDEFGHIJKLMNOPQRSTUV'
      const second = random.pick(['', 'A', 'W'])
      const rest = (dot(digits, [8, 7, 6, 5, 4, 3, 2]) + (second === 'A' ? 9 : 0)) % 23
      const body = digits.join('')
      const context = second === '' ? { before: 'ppsn ', key: 'ppsn' } : {}
      return {
        value: `${body}${order[rest]}${second}`,
        miss: `${body}${order[(rest + 1) % 23]}${second}`,
        ...context,
      }
    },
  },
  alone('ch_ahv', (random) => lay(makeAhv(random), '3.4.4.2')),
  named('ch_ahv', 'ahv', makeAhv),
  named('at_svnr', 'sozialversicherungsnummer', (random) =>
    until(
      () => {
        const serial = [random.between(1, 9), ...random.digits(2)]
        const birth = birthDigits(random, 'dmy')
        const check = (dot(serial, [3, 7, 9]) + dot(birth, [5, 8, 4, 2, 1, 6])) % 11
        return check === 10 ? '' : [...serial, check, ...birth].join('')
      },
      (text) => text !== '',
    ),
  ),
  named('gr_amka', 'amka', (random) => born(random, 'dmy', 4, (body) => [luhnDigit(body)])),
  alone('cz_sk_rc', (random) =>
    lay(
      born(random, 'ymd', 3, (body) => {
        const rest = Number(body.join('')) % 11
        return rest === 10 ? null : [rest]
      }),
      '6/4',
    ),
  ),
  named('ro_cnp', 'cnp', (random) =>
    until(
      () => {
        const body = [
          random.pick([1, 2, 5, 6]),
          ...birthDigits(random, 'ymd'),
          ...toNumbers(String(random.between(1, 46)).padStart(2, '0')),
          ...random.digits(3),
        ]
        const rest = dot(body, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11
        return [...body, rest === 10 ? 1 : rest].join('')
      },
      () => true,
    ),
  ),
  named('bg_egn', 'egn', (random) =>
    born(random, 'ymd', 3, (body) => [(dot(body, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10]),
  ),
  named('hu_taj', 'taj', (random) => close(random, 9, (d) => dot(d, [3, 7, 3, 7, 3, 7, 3, 7]) % 10 === d[8])),
  named('baltic_code', 'isikukood', (random) =>
    until(
      () => {
        const body = [random.pick([3, 4]), ...birthDigits(random, 'ymd'), ...random.digits(3)]
        const first = dot(body, [1, 2, 3, 4, 5, 6, 7, 8, 9, 1]) % 11
        const second = dot(body, [3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) % 11
        return [...body, first < 10 ? first : second % 10].join('')
      },
      () => true,
    ),
  ),
  named('hr_oib', 'oib', (random) => {
    const body = [random.between(1, 9), ...random.digits(9)]
    return [...body, hybridDigit(body)].join('')
  }),
  named('tr_tckn', 'tckn', (random) => {
    const body = [random.between(1, 9), ...random.digits(8)]
    const odd = dot(body, [1, 0, 1, 0, 1, 0, 1, 0, 1])
    const even = dot(body, [0, 1, 0, 1, 0, 1, 0, 1])
    const tenth = (odd * 7 + even * 9) % 10
    return [...body, tenth, (odd + even + tenth) % 10].join('')
  }),
]
