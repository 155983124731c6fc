// Bytes of one message and of the whole value of one call, frames of one call, and levels of its JSON.
export const MESSAGE_BYTES = 256 * 1024
export const VALUE_BYTES = 8 * 1024 * 1024
export const FRAMES = 100_000
export const JSON_DEPTH = 64
// Parts of one reading, as many as a reply may have; operations of one description; scopes of one probe.
export const PARTS = 2000
export const OPERATIONS_OFFERED = 1000
export const SCOPES = 256
