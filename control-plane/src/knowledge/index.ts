export type { KnowledgeOptions } from './create-knowledge.ts'
export { createKnowledge, MAX_NOTE_TEXT, mayDecide } from './create-knowledge.ts'
export type { Decided, Fact, Knowledge, NewKnowledge } from './types.ts'
