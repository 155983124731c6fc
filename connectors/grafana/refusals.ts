import type { ConnectContext } from '@vedette/proto/connector'
import { SourceError } from '@vedette/proto/connector'

// What Grafana's proxy says, whole, where the data source did not accept the credential that Grafana holds for it:
// Grafana turns that 401 into a 400, so that no browser asks a person to sign in.
const REFUSED_THERE = 'Authentication to data source failed'
// What Grafana's own refusals say; one of the data source has words of its own.
const OWN_REFUSAL =
  /"accessErrorId"|need additional permissions|Access denied to this datasource|not included in whitelist/i
// Grafana's 404 for a data source that is gone; one of the data source itself speaks of traces, series or paths.
const NO_SOURCE = /data ?source/i

// Tells a refusal that came over the proxy of data sources as what it is. 401 is Grafana's own, since it passes none on;
// 502 and 504 are Grafana's words for a data source that it cannot reach.
export function tellRefusal(
  names: Readonly<{ instance: string; uid: string }>,
): NonNullable<ConnectContext['between']> {
  const there = { server: 'data source' }
  const here = { server: 'grafana' }
  return ({ status, text }) => {
    if (status === 400 && text.trim() === REFUSED_THERE)
      return new SourceError('unauthorized', {
        credential: `data source ${names.uid}`,
        status: 401,
        ...there,
      })
    if (status === 401)
      return new SourceError('unauthorized', { credential: names.instance, status, ...here })
    if (status === 403 && OWN_REFUSAL.test(text))
      return new SourceError('forbidden', { status, missing: 'datasources:query', ...here })
    if (status === 403) return new SourceError('forbidden', { status, ...there })
    if (status === 404 && NO_SOURCE.test(text))
      return new SourceError('unusable', { why: 'scope_mismatch', status, ...here })
    if (status === 502 || status === 504) return new SourceError('upstream_failed', { status, ...there })
    return undefined
  }
}
