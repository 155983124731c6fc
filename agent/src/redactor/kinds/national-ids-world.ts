import { isGstin } from '../checks/national-americas.ts'
import {
  isAadhaar,
  isChineseId,
  isIsraeliId,
  isKoreanRrn,
  isMedicare,
  isMyNumber,
  isNric,
  isTfn,
  isThaiId,
  isZaId,
} from '../checks/national-world.ts'
import { digits, type Kind, nearDigits, token } from './kind.ts'

// Numbers of persons and companies in Africa, Asia and Oceania.
export const NATIONAL_IDS_WORLD: readonly Kind[] = Object.freeze([
  {
    row: 21,
    name: 'in_aadhaar',
    how: 'validated',
    words: ['aadhaar', 'aadhar', 'uidai'],
    rules: [
      digits('4 4 4|4-4-4', { validate: isAadhaar, shape: true }),
      nearDigits('12', { validate: isAadhaar }),
    ],
  },
  {
    row: 22,
    name: 'in_pan',
    how: 'validated',
    words: ['pan', 'pan_card', 'permanent_account'],
    rules: [
      token({
        first: 'A-Z',
        min: 10,
        max: 10,
        pattern: /[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z](?![A-Za-z0-9])/y,
      }),
      token({
        first: 'a-z',
        min: 10,
        pattern: /[a-z]{3}[abcfghjlpt][a-z]\d{4}[a-z](?![A-Za-z0-9])/y,
        near: true,
      }),
    ],
  },
  {
    row: 23,
    name: 'in_gstin',
    how: 'validated',
    words: ['gstin', 'gst'],
    rules: [
      token({
        first: '0-9',
        min: 15,
        max: 15,
        pattern: /\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z](?![A-Za-z0-9])/iy,
        validate: isGstin,
      }),
    ],
  },
  {
    row: 50,
    name: 'za_id',
    how: 'validated',
    words: ['za_id', 'id_number', 'south_african_id', 'rsa_id', 'identity_number', 'sa_id'],
    rules: [digits('6 4 3|6 4 2 1', { validate: isZaId }), nearDigits('13', { validate: isZaId })],
  },
  {
    row: 51,
    name: 'kr_rrn',
    how: 'validated',
    words: ['rrn', 'resident_registration', 'jumin'],
    rules: [digits('6-7', { validate: isKoreanRrn }), nearDigits('13', { validate: isKoreanRrn })],
  },
  {
    row: 52,
    name: 'cn_id',
    how: 'validated',
    words: ['shenfenzheng', 'resident_identity'],
    rules: [
      token({
        first: '1-9',
        min: 18,
        max: 18,
        pattern: /\d{17}[\dXx](?![A-Za-z0-9])/y,
        validate: isChineseId,
      }),
    ],
  },
  {
    row: 53,
    name: 'jp_mynumber',
    how: 'validated',
    words: ['my_number', 'mynumber', 'kojin_bango'],
    rules: [nearDigits('12|4 4 4|4-4-4', { validate: isMyNumber })],
  },
  {
    row: 54,
    name: 'sg_nric',
    how: 'validated',
    words: ['nric', 'fin_number'],
    rules: [
      token({
        first: 'STFGM',
        min: 9,
        max: 9,
        pattern: /[STFGM]\d{7}[A-Z](?![A-Za-z0-9])/y,
        validate: isNric,
      }),
      token({
        first: 'stfgm',
        min: 9,
        pattern: /[stfgm]\d{7}[a-z](?![A-Za-z0-9])/y,
        validate: isNric,
        near: true,
      }),
    ],
  },
  {
    row: 55,
    name: 'th_id',
    how: 'validated',
    words: ['thai_id', 'thai_national', 'citizen_id'],
    rules: [digits('1-4-5-2-1|1 4 5 2 1', { validate: isThaiId }), nearDigits('13', { validate: isThaiId })],
  },
  {
    row: 56,
    name: 'au_tfn',
    how: 'validated',
    words: ['tfn', 'tax_file'],
    rules: [nearDigits('9|3 3 3|3-3-3', { validate: isTfn })],
  },
  {
    row: 56,
    name: 'au_medicare',
    how: 'validated',
    words: ['medicare'],
    rules: [nearDigits('10|11|4 5 1|4-5-1|4 5 1 1', { validate: isMedicare })],
  },
  {
    row: 61,
    name: 'il_id',
    how: 'validated',
    words: ['teudat_zehut', 'israeli_id', 'il_id', 'zehut'],
    rules: [nearDigits('9|8-1|8', { validate: isIsraeliId })],
  },
  {
    row: 62,
    name: 'ng_nin',
    how: 'context',
    words: ['nin', 'national_identification'],
    rules: [nearDigits('11|4 3 4|4-3-4')],
  },
] as const)
