import assert from 'node:assert/strict'
import test from 'node:test'
import validator from 'validator'
import { createRandom } from './random.ts'
import { SOURCES } from './values/index.ts'

type Judge = (value: string) => boolean

const tax =
  (locale: string): Judge =>
  (value) =>
    validator.isTaxID(value, locale)
// The library's types lag behind the locales that it knows.
const card =
  (locale: string): Judge =>
  (value) =>
    validator.isIdentityCard(value, locale as validator.IdentityCardLocale)

/** What an independent library says of the kinds that it knows. */
const JUDGES: Readonly<Record<string, Judge>> = {
  iban: (value) => validator.isIBAN(value),
  card_pan: (value) => validator.isCreditCard(value),
  email: (value) => validator.isEmail(value),
  btc_address: (value) => validator.isBtcAddress(value),
  jwt: (value) => validator.isJWT(value),
  ip_address: (value) => validator.isIP(value),
  es_dni_nie: (value) => card('ES')(value.toUpperCase()),
  fi_hetu: card('FI'),
  no_fnr: (value) => card('NO')(value.replaceAll(' ', '')),
  il_id: card('he-IL'),
  cn_id: card('zh-CN'),
  pl_pesel: card('PL'),
  th_id: (value) => card('TH')(value.replaceAll('-', '')),
  in_aadhaar: (value) => card('IN')(value.replaceAll(' ', '')),
  br_cpf: tax('pt-BR'),
  pt_nif: tax('pt-PT'),
  nl_bsn: tax('nl-NL'),
  hr_oib: tax('hr-HR'),
  de_steuer_id: tax('de-DE'),
  it_codice_fiscale: tax('it-IT'),
  ro_cnp: tax('ro-RO'),
  be_rrn: (value) => tax('fr-BE')(value.replace(/\D/g, '')),
}

test('what the generators make is what an independent library takes for it', () => {
  const random = createRandom(9)
  const refused = SOURCES.flatMap(({ kind, make }) => {
    const judge = JUDGES[kind]
    if (judge === undefined) return []
    const values = Array.from({ length: 25 }, () => make(random).value)
    return values.filter((value) => !judge(value)).map((value) => `${kind} ${value}`)
  })
  assert.deepEqual(refused, [])
})
