// Forms that name things and are no secrets, whatever they look like: ids of requests and traces, versions of code and
// images, times, resource names, networks.
const KEPT: readonly RegExp[] = Object.freeze([
  // UUID
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  // W3C traceparent
  /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/,
  // Trace and span ids, git commits, digests
  /^(?:sha(?:1|256|512):|0x|v\d{1,2}-)?[0-9a-f]{7,128}$/i,
  // ULID
  /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/,
  // RFC 3339 and its parts
  /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/,
  // Amazon resource names, resource ids of Azure, names of Google
  /^arn:[a-z-]{3,12}:[a-z0-9-]{1,32}:/,
  /^\/subscriptions\/[0-9a-f-]{36}/i,
  /^projects\/[a-z0-9-]{4,40}(?:\/|$)/,
  // Names of Kubernetes, references to images and files
  /^[a-z0-9]+(?:[-.][a-z0-9]+){2,}$/,
  /^(?:[a-z0-9.-]+(?::\d+)?\/)+[a-z0-9._-]+(?:[:@][\w.:-]+)?$/,
  /^(?:\.{0,2}\/|~\/)[\w./@-]+$/,
  // Versions and numbers
  /^v?\d+(?:\.\d+){1,4}(?:[-+][\w.-]+)?$/,
  /^[-+]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?[a-zA-Z%µ]{0,4}$/,
  // Fingerprints
  /^(?:SHA256:[A-Za-z0-9+/]{43}=?|MD5:)?(?:[0-9A-Fa-f]{2}:){5,63}[0-9A-Fa-f]{2}$/,
  /^SHA256:[A-Za-z0-9+/]{43}=?$/,
])

// Tells whether a value is one of the forms that must stay where only its shape speaks against it.
export function isKeptToken(text: string): boolean {
  return text.length <= 512 && KEPT.some((form) => form.test(text))
}
