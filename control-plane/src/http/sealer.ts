import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

export type Sealer = Readonly<{
  seal(text: string): string
  // Null for what was not sealed under this key for this purpose.
  open(sealed: string): string | null
}>

// Seals texts that travel through a browser under `key` (32 bytes); what is sealed for one purpose opens for no other.
export function createSealer(key: Buffer, purpose: string): Sealer {
  return Object.freeze({
    seal(text: string): string {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, key, iv)
      cipher.setAAD(Buffer.from(purpose))
      const sealed = Buffer.concat([cipher.update(text), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open(sealed: string): string | null {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length <= IV_BYTES + TAG_BYTES) return null
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES))
      decipher.setAAD(Buffer.from(purpose))
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      try {
        return Buffer.concat([
          decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)),
          decipher.final(),
        ]).toString()
      } catch {
        return null
      }
    },
  })
}
