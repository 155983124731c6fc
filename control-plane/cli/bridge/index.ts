export { runBridge } from './run-bridge.ts'
