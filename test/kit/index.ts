export { type AlertmanagerOptions, startAlertmanager } from './alertmanager.ts'
export { type Authority, createAuthority } from './authority.ts'
export { type Cleanup, registerUndo } from './cleanup.ts'
export { type ProxyOptions, type StartedProxy, startConnectProxy } from './connect-proxy.ts'
export { type EventuallyOptions, eventually } from './eventually.ts'
export { BOMB_NAMES, type ExplodingPrometheus, startExplodingPrometheus } from './exploding.ts'
export { createFolder } from './folder.ts'
export { findKubeTool, type Ran, runKubeTool } from './helm.ts'
export { type StartedIssuer, startIssuer, type TokenChanges } from './issuer.ts'
export { type ListenerOptions, type StartedListener, startListener } from './listener.ts'
export { type NatsOptions, type StartedNats, startNatsServer } from './nats.ts'
export { getFreePort } from './ports.ts'
export { type PostgresOptions, type StartedPostgres, startPostgres } from './postgres.ts'
export {
  isAlive,
  type Ready,
  type StartedProcess,
  type StartOptions,
  startProcess,
  waitForEnd,
} from './process.ts'
export { findProgram, findTool, type ProgramName } from './programs.ts'
export {
  type PrometheusOptions,
  type StartedHttp,
  type StartedPrometheus,
  startNodeExporter,
  startPrometheus,
} from './prometheus.ts'
export { type StartedProvider, startProvider } from './provider.ts'
export { type StartedRabbitmq, startRabbitmq } from './rabbitmq.ts'
export { type RedisOptions, type StartedRedis, startRedis } from './redis.ts'
export { ROOT } from './root.ts'
export { type StartedTcpProxy, startTcpProxy } from './tcp-proxy.ts'
export { readZipEntry } from './unzip.ts'
