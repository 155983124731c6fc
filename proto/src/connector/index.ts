export type { SecretRef } from './config-fields.ts'
export { baseUrlField, secretField, secretRegistry } from './config-fields.ts'
export type {
  BuiltIn,
  CallContext,
  ConnectContext,
  Connector,
  PermissionScript,
  ProbeResult,
  RefusedOperation,
  Served,
  ServerProbe,
} from './define.ts'
export { defineConnector, serve } from './define.ts'
export type { ConnectorDescription } from './description.ts'
export { connectorDescriptionSchema, describeConfig } from './description.ts'
export type { PermissionAnswer, PermissionRequest } from './permissions.ts'
export { permissionAnswerSchema, permissionRequestSchema, writePermissions } from './permissions.ts'
export type { PluginTestReport, PluginTestRequest } from './plugin-test.ts'
export { pluginTestReportSchema, pluginTestRequestSchema } from './plugin-test.ts'
export type { CompleteFacts, Reading, ReadingExtras } from './reading.ts'
export { complete, partial, partialOf } from './reading.ts'
export type { WriteContext } from './serve-write.ts'
export { NO_EFFECT_STATES, serveWrite } from './serve-write.ts'
export type { SourceErrorState } from './source-error.ts'
export { ArgumentError, SourceError } from './source-error.ts'
