// Google's APIs that are read, by a short name: host and first segments of the path.
export const SERVICES = Object.freeze({
  alloydb: { host: 'alloydb.googleapis.com', root: ['v1'] },
  artifacts: { host: 'artifactregistry.googleapis.com', root: ['v1'] },
  assets: { host: 'cloudasset.googleapis.com', root: ['v1'] },
  certificates: { host: 'certificatemanager.googleapis.com', root: ['v1'] },
  compute: { host: 'compute.googleapis.com', root: ['compute', 'v1'] },
  container: { host: 'container.googleapis.com', root: ['v1'] },
  credentials: { host: 'iamcredentials.googleapis.com', root: ['v1'] },
  dns: { host: 'dns.googleapis.com', root: ['dns', 'v1'] },
  errors: { host: 'clouderrorreporting.googleapis.com', root: ['v1beta1'] },
  functions: { host: 'cloudfunctions.googleapis.com', root: ['v2'] },
  iam: { host: 'iam.googleapis.com', root: ['v1'] },
  logging: { host: 'logging.googleapis.com', root: ['v2'] },
  memcache: { host: 'memcache.googleapis.com', root: ['v1'] },
  monitoring: { host: 'monitoring.googleapis.com', root: ['v3'] },
  oauth: { host: 'oauth2.googleapis.com', root: [] },
  projects: { host: 'cloudresourcemanager.googleapis.com', root: ['v3'] },
  pubsub: { host: 'pubsub.googleapis.com', root: ['v1'] },
  redis: { host: 'redis.googleapis.com', root: ['v1'] },
  run: { host: 'run.googleapis.com', root: ['v2'] },
  secrets: { host: 'secretmanager.googleapis.com', root: ['v1'] },
  sql: { host: 'sqladmin.googleapis.com', root: ['v1'] },
  storage: { host: 'storage.googleapis.com', root: ['storage', 'v1'] },
  sts: { host: 'sts.googleapis.com', root: ['v1'] },
  traces: { host: 'cloudtrace.googleapis.com', root: ['v1'] },
} as const)

export type Service = keyof typeof SERVICES
