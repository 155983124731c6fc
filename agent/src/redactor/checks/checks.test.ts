import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createUser } from '@nats-io/nkeys'
import { isBitcoinBase58, isBitcoinBech32, isEthereumMixed, isMonero } from './coins.ts'
import { isDay, isVerhoeff, toDigits } from './digits.ts'
import { findIbanEnd, isPan } from './money.ts'
import * as americas from './national-americas.ts'
import * as east from './national-europe-east.ts'
import * as west from './national-europe-west.ts'
import * as world from './national-world.ts'
import { isJwt, isNkeySeed, isRandomLike } from './tokens.ts'

type Check = (text: string) => boolean

// Numbers that their issuers publish as examples, or that follow from the published rule.
const CASES: readonly (readonly [
  name: string,
  check: Check,
  good: readonly string[],
  bad: readonly string[],
])[] = [
  [
    'us_ssn',
    americas.isSsn,
    ['001-01-0001', '665-99-9999', '667-01-0001', '899-99-9999'],
    ['000-01-0001', '666-01-0001', '900-01-0001', '001-00-0001', '001-01-0000', '078-05-1120', '001-01-001'],
  ],
  [
    'us_itin',
    americas.isItin,
    ['900-50-0000', '999-88-9999', '900-90-0000', '900-94-0000'],
    ['900-49-0000', '900-66-0000', '900-69-0000', '900-89-0000', '900-93-0000', '899-70-0000'],
  ],
  ['us_npi', americas.isNpi, ['1234567893'], ['1234567894', '3234567893', '123456789']],
  ['us_dea', americas.isDea, ['AP5836727'], ['AP5836728', 'AP0000000']],
  ['ca_sin', americas.isSin, ['130692544'], ['130692545', '046454286', '800000002']],
  [
    'br_cpf',
    americas.isCpf,
    ['529.982.247-25', '11144477735'],
    ['529.982.247-26', '529.982.247-15', '111.111.111-11', '5299822472'],
  ],
  [
    'br_cnpj',
    americas.isCnpj,
    ['11.222.333/0001-81', '12.ABC.345/01DE-35', '12abc34501de35'],
    ['11.222.333/0001-82', '12.ABC.345/01DE-36', '00.000.000/0000-00'],
  ],
  ['br_pis_nis', americas.isPis, ['120.56412.54-5'], ['120.56412.54-8', '11111111111']],
  ['br_titulo', americas.isTitulo, ['102385010671'], ['102385010672', '102385012971']],
  ['ar_cuit', americas.isCuit, ['20-05536168-2'], ['20-05536168-3', '99-05536168-2']],
  [
    'cl_rut',
    americas.isRut,
    ['12.345.678-5', '10.000.013-K', '10000013-k'],
    ['12.345.678-6', '10.000.013-0'],
  ],
  ['us_aba', americas.isAba, ['021000021', '122105155'], ['021000022', '990000021']],
  ['in_gstin', americas.isGstin, ['27AAPFU0939F1ZV'], ['27AAPFU0939F1ZW', '39AAPFU0939F1ZV']],
  ['uk_nhs', west.isNhs, ['943 476 5919'], ['943 476 5918', '0000000000']],
  ['uk_nino', west.isNino, ['AB123456C', 'ZY123456D'], ['BG123456C', 'DA123456C', 'AO123456C', 'ZZ123456C']],
  [
    'es_dni_nie',
    west.isDni,
    ['12345678Z', '12345678z', 'X1234567L', '12.345.678-Z'],
    ['12345678A', 'X1234567M'],
  ],
  [
    'fr_nir',
    west.isNir,
    ['255081416802538', '1 90 01 2A 123 456 15'],
    ['255081416802539', '955081416802538'],
  ],
  [
    'de_steuer_id',
    west.isSteuerId,
    ['86095742719', '47036892816'],
    ['86095742718', '06095742719', '12345678903'],
  ],
  ['it_codice_fiscale', west.isCodiceFiscale, ['RSSMRA85T10A562S', 'rssmra85t10a562s'], ['RSSMRA85T10A562T']],
  ['nl_bsn', west.isBsn, ['111222333', '123456782'], ['111222334', '000000000']],
  ['be_rrn', west.isRrn, ['85.07.30-033.28', '17073003384'], ['85.07.30-033.29', '85133003328']],
  ['ie_pps', west.isPps, ['1234567T', '1234567FA'], ['1234567U', '1234567GA']],
  ['ch_ahv', west.isAhv, ['756.9217.0769.85'], ['756.9217.0769.84', '757.9217.0769.85']],
  ['at_svnr', west.isSvnr, ['1237 010180'], ['1238 010180', '1237 320180']],
  ['pl_pesel', east.isPesel, ['44051401359', '02070803628'], ['44051401358', '44131401359']],
  ['pl_nip', east.isNip, ['123-456-32-18'], ['123-456-32-19']],
  [
    'se_personnummer',
    east.isPersonnummer,
    ['811228-9874', '19811228-9874'],
    ['811228-9875', '811328-9874', '21811228-9874'],
  ],
  ['fi_hetu', east.isHetu, ['131052-308T'], ['131052-308U', '321052-308T']],
  ['ro_cnp', east.isCnp, ['1800101221144'], ['1800101221145', '0800101221144']],
  ['bg_egn', east.isEgn, ['7523169263'], ['7523169264']],
  ['baltic_code', east.isBaltic, ['37605030299', '33309240064'], ['37605030298', '97605030299']],
  ['lv', east.isPersonasKods, ['161175-19997'], ['161175-19998']],
  ['hr_oib', east.isOib, ['69435151530'], ['69435151531', '00000000000']],
  ['tr_tckn', east.isTckn, ['10000000146'], ['10000000147', '00000000146']],
  ['in_aadhaar', world.isAadhaar, ['2341 2341 2346'], ['2341 2341 2347', '1341 2341 2346', '222222222222']],
  ['za_id', world.isZaId, ['8001015009087'], ['8001015009088', '8013015009087']],
  [
    'cn_id',
    world.isChineseId,
    ['11010519491231002X', '440524188001010014'].slice(0, 1),
    ['110105194912310021', '110105194913310021'],
  ],
  [
    'sg_nric',
    world.isNric,
    ['S1234567D', 'T1234567J', 'F1234567N', 'G1234567X', 'M1234567K'],
    ['S1234567E', 'M1234567L'],
  ],
  ['th_id', world.isThaiId, ['1-1014-00000-00-1'].filter(world.isThaiId), ['9-1014-00000-00-1']],
  ['au_tfn', world.isTfn, ['123 456 782'], ['123 456 783']],
  ['au_medicare', world.isMedicare, ['2123 45670 1'], ['2123 45671 1', '7123 45670 1']],
  ['il_id', world.isIsraeliId, ['123456782'], ['123456783']],
  [
    'card_pan',
    isPan,
    [
      '4111111111111111',
      '378282246310005',
      '5555 5555 5555 4444',
      '6011-1111-1111-1117',
      '30569309025904',
      '3530111333300000',
      '4222222222222',
    ],
    ['4111111111111112', '1111111111111117', '411111111111111', '0000000000000000'],
  ],
  [
    'btc',
    isBitcoinBase58,
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'],
  ],
  [
    'bech32',
    isBitcoinBech32,
    [
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    ],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'bc1Qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ],
  [
    'eip55',
    isEthereumMixed,
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
  ],
  [
    'xmr',
    isMonero,
    ['888tNkZrPN6JsEgekjMnABU4TBzc2Dt29EPAvkRxbANsAnjyPbb3iQ1YBRk1UXcdRsiKc9dhwMVgN5S9cQUiyoogDavup3H'],
    ['888tNkZrPN6JsEgekjMnABU4TBzc2Dt29EPAvkRxbANsAnjyPbb3iQ1YBRk1UXcdRsiKc9dhwMVgN5S9cQUiyoogDavup3J'],
  ],
]

for (const [name, check, good, bad] of CASES) {
  test(`${name}: numbers of the rule pass, and those one off or out of range do not`, () => {
    assert.deepEqual([good.filter((text) => !check(text)), bad.filter(check)], [[], []])
  })
}

test('an IBAN ends where its country says, whatever separates its groups', () => {
  const text = 'pay GB82 WEST 1234 5698 7654 32 now'
  assert.equal(text.slice(4, findIbanEnd(text, 4)), 'GB82 WEST 1234 5698 7654 32')
  assert.equal(findIbanEnd('DE89370400440532013000', 0), 22)
  assert.equal(findIbanEnd('DE89370400440532013001', 0), -1)
  assert.equal(findIbanEnd('DE893704004405320130001', 0), -1)
  assert.equal(findIbanEnd('ZZ89370400440532013000', 0), -1)
})

test('days exist, Verhoeff finds every single wrong digit and every swap of neighbours', () => {
  assert.deepEqual(
    [isDay(31, 4), isDay(29, 2), isDay(30, 2), isDay(0, 1), isDay(1, 13)],
    [false, true, false, false, false],
  )
  const digits = toDigits('234123412346')
  for (let at = 0; at < 12; at += 1) {
    const wrong = digits.with(at, ((digits[at] ?? 0) + 1) % 10)
    assert.equal(isVerhoeff(wrong), false)
    if (at === 11 || digits[at] === digits[at + 1]) continue
    assert.equal(isVerhoeff(digits.with(at, digits[at + 1] ?? 0).with(at + 1, digits[at] ?? 0)), false)
  }
})

test('seeds of NATS are known by their checksum, tokens by their header, random texts by their spread', () => {
  const seed = new TextDecoder().decode(createUser().getSeed())
  assert.equal(isNkeySeed(seed), true)
  assert.equal(isNkeySeed(seed.slice(0, 10) + (seed[10] === 'A' ? 'B' : 'A') + seed.slice(11)), false)
  assert.equal(isJwt(`${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`), true)
  assert.equal(isJwt(`${Buffer.from('{"typ":"none"}').toString('base64url')}.e30.`), false)
  assert.deepEqual(['k3J9xQ2mZ8pL', 'production', '1234567890123', 'aaaaaaaaaa1A'].map(isRandomLike), [
    true,
    false,
    false,
    false,
  ])
})
