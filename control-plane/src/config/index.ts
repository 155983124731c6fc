export { loadControlPlaneConfig, parseControlPlaneConfig } from './config.ts'
export { ControlPlaneConfigError } from './config-error.ts'
export type { ControlPlaneConfig } from './schema.ts'
export { controlPlaneFileSchema } from './schema.ts'
