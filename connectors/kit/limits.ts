import { createByteBudget } from './body.ts'

// Largest body after decompression, and of a failure that somebody looks into.
export const MAX_BODY_BYTES = 8 * 1024 * 1024
export const FAILURE_BODY_BYTES = 64 * 1024
// Bodies under way in this process, over all clients.
export const IN_FLIGHT = createByteBudget(32 * 1024 * 1024)
