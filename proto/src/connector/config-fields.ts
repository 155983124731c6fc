import { z } from 'zod'

// Where a secret comes from: the environment, a file (or mounted Secret), never a value in the configuration itself.
export type SecretRef = Readonly<{ env: string }> | Readonly<{ file: string }>

// Marks secret fields for the Helm schema and for those who print configurations.
export const secretRegistry = z.registry<{ secret: true }>()

// A configuration field that names where a secret is read from.
export function secretField(description: string) {
  const field = z
    .union([z.strictObject({ env: z.string().min(1) }), z.strictObject({ file: z.string().min(1) })])
    .describe(description)
  secretRegistry.add(field, { secret: true })
  return field
}

// An http or https base URL without credentials, query or fragment.
export function baseUrlField(description: string) {
  return z
    .url({ protocol: /^https?$/ })
    .refine((text) => {
      const url = new URL(text)
      return url.username === '' && url.password === '' && url.search === '' && url.hash === ''
    }, 'must have no credentials, query or fragment: name a secret field instead')
    .describe(description)
}
