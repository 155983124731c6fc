export { runCrash } from './crash.ts'
export { runKill } from './kill.ts'
