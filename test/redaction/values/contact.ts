import { fill, type Random } from '../random.ts'
import { makeBirth, type Source } from './sample.ts'

const FIRST = ['Maria', 'Joana', 'Pedro', 'Anna', 'Liam', 'Chidi', 'Wei', 'Fatima', 'Jos\u00e9', 'Zo\u00eb']
const LAST = [
  'Silva',
  'Souza',
  'Schmidt',
  'Nguyen',
  'Okafor',
  'Garc\u00eda',
  'Rossi',
  'Kowalski',
  'Tanaka',
  'Smith',
]

const makeName = (random: Random) => `${random.pick(FIRST)} ${random.pick(LAST)}`

const PHONES: readonly ((random: Random) => string)[] = [
  (random) =>
    `+55 ${random.pick(['11', '21', '31', '51'])} 9${random.between(6000, 9999)}-${fill(random, '{d4}')}`,
  (random) =>
    `+1 ${random.pick(['212', '415', '305', '206'])}-${random.between(220, 989)}-${fill(random, '{d4}')}`,
  (random) => `+49 151 ${fill(random, '{d8}')}`,
  (random) => `+351 91${random.between(1, 9)} ${fill(random, '{d3}')} ${fill(random, '{d3}')}`,
  (random) => `+44 7${random.pick(['400', '500', '480'])} ${fill(random, '{d6}')}`,
  (random) => `(${random.pick(['11', '21'])}) 9${random.between(6000, 9999)}-${fill(random, '{d4}')}`,
  (random) => `(${random.pick(['212', '415'])}) ${random.between(220, 989)}-${fill(random, '{d4}')}`,
]

export const CONTACT: readonly Source[] = [
  {
    kind: 'email',
    bar: 'zero',
    make: (random) => {
      const local = fill(random, random.pick(['{L6}.{L7}', '{L5}{d2}', '{L4}+{L3}', '{L3}_{L6}']))
      return {
        value: `${local}@${fill(random, '{L8}')}.${random.pick(['com', 'com.br', 'co.uk', 'io', 'org'])}`,
        miss: `${local}@localhost`,
      }
    },
  },
  {
    kind: 'phone',
    bar: 'zero',
    make: (random) => ({ value: random.pick(PHONES)(random), miss: fill(random, '+0 {d3} {d4}') }),
  },
  {
    kind: 'person_name',
    bar: 'context',
    make: (random) => ({
      value: makeName(random),
      before: 'full_name=',
      key: random.pick(['full_name', 'customer_name', 'nome_completo']),
    }),
  },
  {
    kind: 'postal_address',
    bar: 'context',
    make: (random) => ({
      value: `${random.between(1, 999)} ${random.pick(LAST)} Street`,
      before: 'billing_address=',
      key: 'billing_address',
    }),
  },
  {
    kind: 'birth_date',
    bar: 'context',
    make: (random) => {
      const { day, month, year } = makeBirth(random)
      return {
        value: random.pick([`${year}-${month}-${day}`, `${day}/${month}/${year}`]),
        before: 'date of birth: ',
        key: 'birth_date',
      }
    },
  },
  {
    kind: 'geo',
    bar: 'context',
    make: (random) => ({
      value: `-${random.between(10, 60)}.${fill(random, '{d6}')}`,
      before: 'latitude=',
      key: 'latitude',
    }),
  },
  {
    kind: 'ip_address',
    bar: 'zero',
    make: (random) => ({
      value: random.pick([
        `${random.pick([8, 52, 93, 177, 201])}.${random.between(1, 254)}.${random.between(0, 254)}.${random.between(1, 254)}`,
        fill(random, '2a0{d1}:{h4}:{h4}::{h3}1'),
      ]),
      before: 'from ',
      key: 'client_ip',
      miss: `10.${random.between(0, 255)}.${random.between(0, 255)}.7`,
    }),
  },
  {
    kind: 'user_handle',
    bar: 'context',
    make: (random) => {
      const core = fill(random, '{L4}{L5}')
      return { value: `/home/${core}`, core, key: 'path' }
    },
  },
  {
    kind: 'health_record',
    bar: 'context',
    make: (random) => ({ value: fill(random, '{d8}'), before: 'mrn ', key: 'mrn' }),
  },
]
