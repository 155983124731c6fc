// An address without credentials, query and fragment; null for a text that is none.
export function toPlainUrl(text: string | null | undefined): string | null {
  if (text === null || text === undefined || text === '' || !URL.canParse(text)) return null
  const url = new URL(text)
  return /^https?:$/.test(url.protocol) ? `${url.origin}${url.pathname}` : `${url.protocol}//${url.host}`
}

// The page of a path that Grafana names, on the configured address; null for anything that is not a plain path.
export function toPageUrl(base: string, path: string | null | undefined): string | null {
  if (path === null || path === undefined || !/^\/(?!\/)[\w./~%-]*$/.test(path)) return null
  const { origin } = new URL(base)
  const url = new URL(path, origin)
  return url.origin === origin ? url.href : null
}
