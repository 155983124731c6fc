import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

// What a secret opens, told by its prefix: an API token or a join token of an agent.
export type SecretKind = 'vdt_' | 'vdj_'

// 32 random bytes in base64url behind the prefix.
export function createSecret(kind: SecretKind): string {
  return kind + randomBytes(32).toString('base64url')
}

// A random id that is not secret, e.g. `tok_3f9c...`: 16 hexadecimal digits.
export function createId(prefix: string): string {
  return `${prefix}_${randomBytes(8).toString('hex')}`
}

// The only form in which a secret is kept: SHA-256 in hexadecimal. 256 random bits need no salt or slow hash.
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret, 'utf8').digest('hex')
}

// Compares two hashes in a time that does not depend on where they differ.
export function areHashesEqual(left: string, right: string): boolean {
  const a = Buffer.from(left, 'hex')
  const b = Buffer.from(right, 'hex')
  return a.length === b.length && timingSafeEqual(a, b)
}
