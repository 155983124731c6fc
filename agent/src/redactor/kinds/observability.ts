import { isRandomLike } from '../checks/tokens.ts'
import { type Kind, literal, token } from './kind.ts'

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-z])/iy
const nearHex = (length: number) =>
  token({
    first: '0-9a-f',
    min: length,
    pattern: new RegExp(`[0-9a-f]{${length}}(?![0-9A-Za-z])`, 'y'),
    near: true,
  })

// Credentials of what watches production.
export const OBSERVABILITY: readonly Kind[] = Object.freeze([
  {
    row: 86,
    name: 'datadog_key',
    how: 'context',
    secret: true,
    words: [
      'datadog',
      'dd_api_key',
      'dd_app_key',
      'dd_application_key',
      'datadog_api',
      'datadog_app',
      'dd_client_token',
    ],
    rules: [
      nearHex(32),
      nearHex(40),
      literal('ddapp_', /ddapp_[A-Za-z0-9]{34}(?![A-Za-z0-9])/y),
      literal('ddrcm_', /DDRCM_[A-Za-z0-9_=-]{20,512}/y),
      literal('pub', /pub[0-9a-f]{32}(?![0-9a-z])/y, { near: true }),
    ],
  },
  {
    row: 87,
    name: 'grafana_token',
    how: 'validated',
    secret: true,
    rules: [
      literal('glsa_', /glsa_[A-Za-z0-9]{32}_[0-9a-fA-F]{8}(?![A-Za-z0-9])/y),
      literal('glc_', /glc_[A-Za-z0-9+/]{32,512}={0,2}/y),
      literal('eyjrijoi', /eyJrIjoi[A-Za-z0-9_=-]{40,400}/y),
    ],
  },
  {
    row: 88,
    name: 'sentry_token',
    how: 'validated',
    secret: true,
    rules: [
      literal('sntrys_', /sntrys_[A-Za-z0-9+/=_-]{40,1024}/y),
      literal('sntryu_|sntryi_|sntrya_', /sntry[uia]_[0-9a-f]{64}/y),
    ],
  },
  {
    row: 88,
    name: 'sentry_dsn',
    how: 'validated',
    secret: true,
    rules: [literal('https://|http://', /https?:\/\/([0-9a-f]{32}(?::[0-9a-f]{32})?)(?=@)/y)],
  },
  {
    row: 89,
    name: 'newrelic_key',
    how: 'validated',
    secret: true,
    words: ['new_relic', 'newrelic', 'nr_license', 'license_key'],
    rules: [
      literal(
        'nrak-|nrii-|nrjs-|nrra-|nriq-|nrsp-|nraa-|nrbr-',
        /NR(?:AK|II|JS|RA|IQ|SP|AA|BR)-[A-Za-z0-9_-]{19,64}/y,
      ),
      token({
        first: '0-9a-z',
        min: 36,
        max: 46,
        pattern: /(?:eu01xx)?[0-9a-f]{30,36}(?:FFFF)?NRAL(?![A-Za-z0-9])/iy,
      }),
      nearHex(40),
    ],
  },
  {
    row: 90,
    name: 'dynatrace_token',
    how: 'validated',
    secret: true,
    rules: [literal('dt0', /dt0[a-z]\d{2}\.[A-Z0-9]{8,24}\.[A-Z0-9]{64}/y)],
  },
  {
    row: 90,
    name: 'splunk_token',
    how: 'context',
    secret: true,
    words: ['splunk', 'hec', 'hec_token', 'splunk_token'],
    rules: [token({ first: '0-9a-fA-F', min: 8, pattern: UUID, near: true })],
  },
  {
    row: 90,
    name: 'sumo_key',
    how: 'context',
    secret: true,
    words: ['sumo', 'sumologic', 'sumo_logic'],
    rules: [
      token({ first: 'A-Za-z0-9', min: 14, pattern: /su[A-Za-z0-9]{12}(?![A-Za-z0-9])/y, near: true }),
      token({
        first: 'A-Za-z0-9',
        min: 64,
        pattern: /[A-Za-z0-9]{64}(?![A-Za-z0-9])/y,
        near: true,
        validate: isRandomLike,
      }),
    ],
  },
  {
    row: 90,
    name: 'elastic_key',
    how: 'validated',
    secret: true,
    words: ['elastic', 'elasticsearch', 'es_api_key'],
    rules: [
      literal('apikey ', /ApiKey ([A-Za-z0-9+/_=-]{20,200})/iy),
      token({
        first: 'A-Za-z0-9',
        min: 16,
        pattern: /[A-Za-z0-9_-]{20}:[A-Za-z0-9_-]{22}(?![A-Za-z0-9_-])/y,
        near: true,
      }),
    ],
  },
  {
    row: 90,
    name: 'honeycomb_key',
    how: 'context',
    secret: true,
    words: ['honeycomb', 'x_honeycomb_team', 'hny'],
    rules: [
      literal('hcaik_|hcxik_|hcamk_|hcalk_|hcbik_', /hc[a-z]{1,2}[iml]k_[A-Za-z0-9]{26,90}/y),
      token({
        first: 'A-Za-z0-9',
        min: 22,
        pattern: /[A-Za-z0-9]{22}(?![A-Za-z0-9])/y,
        near: true,
        validate: isRandomLike,
      }),
      nearHex(32),
    ],
  },
  {
    row: 90,
    name: 'pagerduty_key',
    how: 'context',
    secret: true,
    words: ['pagerduty', 'pd_api', 'routing_key', 'integration_key', 'pd_token'],
    rules: [
      token({
        first: 'A-Za-z0-9_+',
        min: 1,
        pattern: /(?:[yu]\+)?[A-Za-z0-9_+-]{18,20}(?![A-Za-z0-9_+-])/y,
        near: true,
        validate: isRandomLike,
      }),
      nearHex(32),
      token({ first: 'A-Za-z0-9', min: 32, pattern: /[A-Z0-9]{32}(?![A-Za-z0-9])/y, near: true }),
    ],
  },
  {
    row: 90,
    name: 'opsgenie_key',
    how: 'context',
    secret: true,
    words: ['opsgenie', 'geniekey'],
    rules: [
      literal('geniekey ', /GenieKey ([A-Za-z0-9-]{20,64})/iy),
      token({ first: '0-9a-fA-F', min: 8, pattern: UUID, near: true }),
    ],
  },
  {
    row: 90,
    name: 'signoz_key',
    how: 'key',
    secret: true,
    words: ['signoz', 'signoz_ingestion', 'signoz_access', 'signoz_api'],
    keys: ['signoz_api_key', 'signoz_access_token', 'signoz_ingestion_key', 'signoz_token', 'signoz_key'],
    value: /\S/,
    rules: [
      token({ first: 'A-Za-z0-9+/', min: 1, pattern: /[A-Za-z0-9+/]{43}=/y, near: true }),
      token({ first: '0-9a-fA-F', min: 8, pattern: UUID, near: true }),
    ],
  },
] as const)
