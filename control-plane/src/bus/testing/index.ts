export { isTaken, type MessageKind, runMalformed, toSound } from './malformed.ts'
