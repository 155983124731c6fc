import { cnpj, cpf } from 'cpf-cnpj-validator'
import type { Random } from '../random.ts'
import { fill } from '../random.ts'
import { dot, lay, luhnDigit, makeBirth, off, type Source, toNumbers, until } from './sample.ts'

const isCpf = (text: string) => cpf.isValid(text)

function makeCpf(random: Random): string {
  return until(() => {
    const body = random.digits(9)
    const first = ((dot(body, [10, 9, 8, 7, 6, 5, 4, 3, 2]) * 10) % 11) % 10
    const second = ((dot([...body, first], [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) * 10) % 11) % 10
    return [...body, first, second].join('')
  }, isCpf)
}

function makeCnpj(random: Random, alphabet: string): string {
  const body = random.text(alphabet, 8) + (alphabet.length > 10 ? random.text(alphabet, 4) : '0001')
  const values = [...body].map((character) => character.charCodeAt(0) - 48)
  const digit = (list: readonly number[], weights: readonly number[]) => {
    const rest = dot(list, weights) % 11
    return rest < 2 ? 0 : 11 - rest
  }
  const first = digit(values, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])
  const second = digit([...values, first], [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])
  return `${body}${first}${second}`
}

const ssn = (random: Random) =>
  `${String(random.pick([random.between(1, 665), random.between(667, 899)])).padStart(3, '0')}${String(random.between(1, 99)).padStart(2, '0')}${String(random.between(1, 9999)).padStart(4, '0')}`

export const AMERICAS: readonly Source[] = [
  {
    kind: 'us_ssn',
    bar: 'zero',
    make: (random) => {
      const value = ssn(random)
      const miss = lay(`000${value.slice(3)}`, '3-2-4')
      return random.pick([
        { value: lay(value, '3-2-4'), miss, key: 'field' },
        { value, before: 'ssn ', key: 'ssn', miss: `000${value.slice(3)}` },
      ])
    },
  },
  {
    kind: 'us_itin',
    bar: 'zero',
    make: (random) => {
      const group = random.pick([50, 65, 70, 88, 90, 92, 94, 99])
      const serial = random.text('0123456789', 4)
      const area = `9${random.text('0123456789', 2)}`
      return {
        value: `${area}-${group}-${serial}`,
        miss: `${area}-${random.pick([49, 66, 69, 89, 93])}-${serial}`,
      }
    },
  },
  {
    kind: 'us_ein',
    bar: 'context',
    make: (random) => ({ value: fill(random, '{d2}-{d7}'), before: 'ein: ', key: 'ein' }),
  },
  {
    kind: 'us_passport',
    bar: 'context',
    make: (random) => ({
      value: fill(random, random.pick(['{d9}', 'C{d8}'])),
      before: 'passport number ',
      key: 'passport',
    }),
  },
  {
    kind: 'us_driver_license',
    bar: 'context',
    make: (random) => ({
      value: fill(random, random.pick(['{U1}{d7}', '{U1}{d12}', '{d8}'])),
      before: 'driver license: ',
      key: 'driver_license',
    }),
  },
  {
    kind: 'us_npi',
    bar: 'zero',
    make: (random) => {
      const body = [random.pick([1, 2]), ...random.digits(8)]
      const value = [...body, luhnDigit([8, 0, 8, 4, 0, ...body])].join('')
      return { value, before: 'npi ', key: 'npi', miss: off(value) }
    },
  },
  {
    kind: 'us_mbi',
    bar: 'zero',
    make: (random) => {
      const letter = () => random.text('ACDEFGHJKMNPQRTUVWXY', 1)
      const either = () => random.text('ACDEFGHJKMNPQRTUVWXY0123456789', 1)
      const digit = () => random.text('0123456789', 1)
      const parts = [
        `${random.between(1, 9)}${letter()}${either()}${digit()}`,
        `${letter()}${either()}${digit()}`,
        `${letter()}${letter()}${digit()}${digit()}`,
      ]
      return { value: parts.join(random.pick(['', '-'])), miss: `0${parts.join('').slice(1)}` }
    },
  },
  {
    kind: 'us_dea',
    bar: 'zero',
    make: (random) => {
      const body = random.digits(6)
      const check = (dot(body, [1, 0, 1, 0, 1]) + 2 * dot(body, [0, 1, 0, 1, 0, 1])) % 10
      const value = `${random.text('ABFGMPR', 1)}${random.text('ABCDEFGHIJKLMNOPQRSTUVWXYZ', 1)}${body.join('')}${check}`
      return { value, miss: off(value) }
    },
  },
  {
    kind: 'ca_sin',
    bar: 'zero',
    make: (random) => {
      const body = [random.pick([1, 2, 3, 4, 5, 6, 7, 9]), ...random.digits(7)]
      const value = [...body, luhnDigit(body)]
      return random.pick([
        { value: lay(value, '3-3-3'), miss: off(lay(value, '3-3-3')) },
        { value: value.join(''), before: 'sin ', key: 'sin', miss: off(value.join('')) },
      ])
    },
  },
  {
    kind: 'br_cpf',
    bar: 'zero',
    make: (random) => {
      const value = makeCpf(random)
      return random.pick([
        { value: lay(value, '3.3.3-2'), miss: off(lay(value, '3.3.3-2')) },
        { value, before: 'cpf ', key: 'cpf', miss: off(value) },
      ])
    },
  },
  {
    kind: 'br_cnpj',
    bar: 'zero',
    make: (random) => {
      const value = makeCnpj(random, random.pick(['0123456789', '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ']))
      if (/^\d+$/.test(value) && !cnpj.isValid(value)) throw new Error('the generator is wrong')
      const formatted = value.replace(/^(.{2})(.{3})(.{3})(.{4})/, '$1.$2.$3/$4-')
      return random.pick([
        { value: formatted, miss: off(formatted) },
        { value, before: 'cnpj ', key: 'cnpj', miss: off(value) },
      ])
    },
  },
  {
    kind: 'br_pis_nis',
    bar: 'zero',
    make: (random) => {
      const body = random.digits(10)
      const rest = dot(body, [3, 2, 9, 8, 7, 6, 5, 4, 3, 2]) % 11
      const value = [...body, rest < 2 ? 0 : 11 - rest].join('')
      return random.pick([
        { value: lay(value, '3.5.2-1'), miss: off(lay(value, '3.5.2-1')) },
        { value, before: 'pis ', key: 'pis', miss: off(value) },
      ])
    },
  },
  {
    kind: 'br_cnh',
    bar: 'zero',
    make: (random) => {
      const value = until(
        () => {
          const body = random.digits(9)
          const first = dot(body, [9, 8, 7, 6, 5, 4, 3, 2, 1]) % 11
          const second = dot(body, [1, 2, 3, 4, 5, 6, 7, 8, 9]) % 11
          return first > 9 || second > 9 ? '' : [...body, first, second].join('')
        },
        (text) => text !== '' && new Set(text).size > 1,
      )
      return { value, before: 'cnh ', key: 'cnh', miss: off(value) }
    },
  },
  {
    kind: 'br_titulo',
    bar: 'zero',
    make: (random) => {
      const serial = random.digits(8)
      const state = toNumbers(String(random.between(3, 28)).padStart(2, '0'))
      const first = (dot(serial, [2, 3, 4, 5, 6, 7, 8, 9]) % 11) % 10
      const second = (dot([...state, first], [7, 8, 9]) % 11) % 10
      const value = [...serial, ...state, first, second].join('')
      return { value, before: 'titulo de eleitor ', key: 'titulo_eleitor', miss: off(value) }
    },
  },
  {
    kind: 'br_rg',
    bar: 'context',
    make: (random) => ({ value: fill(random, '{d2}.{d3}.{d3}-{d1}'), before: 'RG ', key: 'rg' }),
  },
  {
    kind: 'mx_curp',
    bar: 'zero',
    make: (random) => {
      const { day, month, yy } = makeBirth(random)
      const consonants = 'BCDFGHJKLMNPQRSTVWXYZ'
      const body = `${random.text(consonants, 1)}${random.text('AEIOU', 1)}${random.text(consonants, 2)}${yy}${month}${day}${random.pick(['H', 'M'])}${random.text(consonants, 5)}${random.between(0, 9)}`
      const order = '0123456789ABCDEFGHIJKLMN\u00d1OPQRSTUVWXYZ'
      const sum = [...body].reduce((total, character, at) => total + order.indexOf(character) * (18 - at), 0)
      const value = `${body}${(10 - (sum % 10)) % 10}`
      return { value, miss: off(value) }
    },
  },
  {
    kind: 'mx_rfc',
    bar: 'zero',
    make: (random) => {
      const { day, month, yy } = makeBirth(random)
      const body = `${random.text('ABCDEFGHIJKLMNOPQRSTUVWXYZ', 4)}${yy}${month}${day}${random.text('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', 2)}`
      const order = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ \u00d1'
      const sum = [...body].reduce((total, character, at) => total + order.indexOf(character) * (13 - at), 0)
      const rest = sum % 11
      const check = rest === 0 ? '0' : rest === 1 ? 'A' : String(11 - rest)
      const wrong = check === '5' ? '6' : '5'
      return { value: body + check, miss: body + wrong }
    },
  },
  {
    kind: 'ar_cuit',
    bar: 'zero',
    make: (random) => {
      const value = until(
        () => {
          const body = [...toNumbers(random.pick(['20', '23', '27', '30', '33'])), ...random.digits(8)]
          const rest = dot(body, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11
          return rest === 1 ? '' : [...body, rest === 0 ? 0 : 11 - rest].join('')
        },
        (text) => text !== '',
      )
      return random.pick([
        { value: lay(value, '2-8-1'), miss: off(lay(value, '2-8-1')) },
        { value, before: 'cuit ', key: 'cuit', miss: off(value) },
      ])
    },
  },
  {
    kind: 'cl_rut',
    bar: 'zero',
    make: (random) => {
      const number = random.between(5_000_000, 25_999_999)
      let sum = 0
      for (const [at, digit] of toNumbers(String(number)).toReversed().entries())
        sum += digit * ((at % 6) + 2)
      const rest = 11 - (sum % 11)
      const check = rest === 11 ? '0' : rest === 10 ? 'K' : String(rest)
      const dotted = String(number)
        .padStart(8, ' ')
        .replace(/(.{2})(.{3})(.{3})/, '$1.$2.$3')
        .trim()
      const wrong = check === '4' ? '5' : '4'
      return random.pick([
        { value: `${dotted}-${check}`, miss: `${dotted}-${wrong}` },
        { value: `${number}-${check}`, before: 'rut ', key: 'rut', miss: `${number}-${wrong}` },
      ])
    },
  },
  {
    kind: 'co_nit',
    bar: 'context',
    make: (random) => {
      const body = [random.pick([8, 9]), ...random.digits(8)]
      const rest = dot(body, [41, 37, 29, 23, 19, 17, 13, 7, 3]) % 11
      const value = `${body.join('')}-${rest < 2 ? rest : 11 - rest}`
      return { value, before: 'nit ', key: 'nit', miss: off(value) }
    },
  },
  {
    kind: 'co_cc',
    bar: 'context',
    make: (random) => ({ value: fill(random, '1{d9}'), before: 'cedula ', key: 'cedula' }),
  },
]
