import { isBitcoinBase58, isBitcoinBech32, isEthereumMixed, isMonero } from '../checks/coins.ts'
import { findIbanEnd, isPan } from '../checks/money.ts'
import { isAba } from '../checks/national-americas.ts'
import { digits, type Kind, literal, nearDigits, token } from './kind.ts'

// Cards, accounts and addresses that money moves by.
export const MONEY: readonly Kind[] = Object.freeze([
  {
    row: 73,
    name: 'card_pan',
    how: 'validated',
    words: ['pan', 'card', 'card_number', 'credit_card', 'creditcard', 'debit_card', 'cartao', 'cc_number'],
    rules: [
      digits('16|15|4 4 4 4|4-4-4-4|4 6 5|4-6-5|4 6 4|4-6-4|4 4 4 4 3|4.4.4.4', { validate: isPan }),
      nearDigits('13|14|17|18|19', { validate: isPan }),
    ],
  },
  {
    row: 74,
    name: 'card_cvv',
    how: 'key',
    secret: true,
    keys: ['cvv', 'cvc', 'cvv2', 'cvc2', 'csc', 'card_security_code', 'security_code', 'codigo_seguranca'],
    value: /^\d{3,4}$/,
    rules: [
      literal(
        'cvv|cvc|cvv2|cvc2|security code',
        /(?:cvv2?|cvc2?|security code)["']?\s{0,2}(?:is|[=:])?\s{0,2}["']?(\d{3,4})(?!\d)/iy,
      ),
    ],
  },
  {
    row: 74,
    name: 'card_expiry',
    how: 'key',
    keys: [
      'card_expiry',
      'expiry_date',
      'card_exp',
      'exp_date',
      'card_expiration',
      'validade_cartao',
      'exp_month_year',
    ],
    value: /^\d{1,2}\s?[/-]\s?\d{2,4}$|^\d{4}$/,
    rules: [
      literal(
        'card_exp|exp_date|expiry_date|card expiry|valid thru',
        /(?:card[_ ]exp(?:iry|iration)?|exp(?:iry)?_date|valid thru)["']?\s{0,2}[=:]?\s{0,2}["']?(\d{1,2}\s?[/-]\s?\d{2,4})(?!\d)/iy,
      ),
    ],
  },
  {
    row: 75,
    name: 'card_track',
    how: 'validated',
    secret: true,
    rules: [
      literal('%b', /%B\d{12,19}\^[^^\n]{2,26}\^\d{4}[^?\n]{0,60}\??/iy),
      literal(';', /;\d{12,19}=\d{4,40}\??/y),
    ],
  },
  {
    row: 76,
    name: 'iban',
    how: 'validated',
    words: ['iban'],
    rules: [
      { at: 'token', first: 'A-Z', min: 4, max: 34, findEnd: findIbanEnd },
      { at: 'token', first: 'a-z', min: 4, findEnd: findIbanEnd, near: true },
    ],
  },
  {
    row: 77,
    name: 'bic',
    how: 'context',
    words: ['bic', 'swift', 'swift_code', 'bic_code'],
    keys: ['bic', 'swift', 'swift_code', 'bic_code', 'swift_bic'],
    value: /^[A-Za-z]{6}[A-Za-z0-9]{2}(?:[A-Za-z0-9]{3})?$/,
    rules: [
      literal(
        'bic|swift',
        /(?:swift|bic)(?:[_ /-](?:code|bic|swift))?["']?\s{0,2}(?:is|[=:#])?\s{0,2}["']?([A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?)(?![A-Za-z0-9])/iy,
        { validate: (text) => /[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(text) },
      ),
    ],
  },
  {
    row: 78,
    name: 'bank_account',
    how: 'context',
    words: [
      'bank_account',
      'account_number',
      'acct_number',
      'acct_no',
      'conta_corrente',
      'sort_code',
      'agencia',
      'kontonummer',
      'account_no',
    ],
    // Twelve digits alone are more often a cloud account.
    rules: [nearDigits('7|8|9|10|11|2-2-2|6-1|5-1|7-1|8-1|2 2 2|13|14|16')],
  },
  {
    row: 79,
    name: 'us_aba',
    how: 'validated',
    words: ['aba', 'routing', 'routing_number', 'rtn', 'routing_transit'],
    rules: [nearDigits('9|4-4-1', { validate: isAba })],
  },
  {
    row: 80,
    name: 'btc_address',
    how: 'validated',
    words: ['bitcoin', 'btc'],
    rules: [
      token({
        first: '13',
        min: 25,
        max: 34,
        pattern: /[13][1-9A-HJ-NP-Za-km-z]{24,33}(?![A-Za-z0-9])/y,
        validate: isBitcoinBase58,
        costly: true,
      }),
      literal('bc1', /bc1[02-9ac-hj-np-z]{11,71}(?![A-Za-z0-9])/iy, { validate: isBitcoinBech32 }),
    ],
  },
  {
    row: 80,
    name: 'eth_address',
    how: 'validated',
    words: ['ethereum', 'eth', 'wallet', 'eth_address', 'erc20'],
    rules: [
      literal('0x', /0x[0-9A-Fa-f]{40}(?![A-Za-z0-9])/y, { validate: isEthereumMixed }),
      literal('0x', /0x[0-9A-Fa-f]{40}(?![A-Za-z0-9])/y, { near: true }),
    ],
  },
  {
    row: 80,
    name: 'xmr_address',
    how: 'validated',
    words: ['monero', 'xmr'],
    rules: [
      token({
        first: '48',
        min: 95,
        max: 95,
        pattern: /[48][1-9A-HJ-NP-Za-km-z]{94}(?![A-Za-z0-9])/y,
        validate: isMonero,
        costly: true,
      }),
    ],
  },
] as const)
