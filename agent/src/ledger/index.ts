export type { Ledger, LedgerPage, SentReply } from './ledger.ts'
export { createLedger } from './ledger.ts'
export { type LedgerDoor, ledgerSocket, serveLedger } from './serve-ledger.ts'
