export { runControlPlaneProcess } from './process.ts'
export type { ControlPlaneLog, RunningControlPlane, RunOptions } from './run-control-plane.ts'
export { runControlPlane } from './run-control-plane.ts'
export { VERSION } from './version.ts'
