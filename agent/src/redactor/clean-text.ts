const ESC = String.fromCharCode(0x1b)
const BEL = String.fromCharCode(0x07)

// Terminal escape sequences: CSI and OSC whole, any other escape with its one following character.
const ESCAPES = new RegExp(
  `${ESC}(?:\\[[0-?]{0,32}[ -/]{0,8}[@-~]|\\][^${BEL}${ESC}]{0,512}(?:${BEL}|${ESC}\\\\)|[@-_])`,
  'g',
)
// Control (save tab and newline), format, zero-width, bidirectional, tag and other invisible characters.
const INVISIBLE = /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]--[\t\n]]/gv
const SUSPECT = /[^\t\n -~]/

// Text without terminal escapes, control, zero-width and bidirectional characters, and without lone surrogates.
export function cleanText(text: string): string {
  if (!SUSPECT.test(text)) return text
  return text.toWellFormed().replace(ESCAPES, '').replace(INVISIBLE, '')
}
