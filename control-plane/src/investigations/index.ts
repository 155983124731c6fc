export type { InvestigationsOptions } from './create-investigations.ts'
export { createInvestigations, toTitle } from './create-investigations.ts'
export { toMarkdown } from './markdown.ts'
export type {
  HypothesisState,
  Investigation,
  Investigations,
  LinkKind,
  Refusal,
  Writing,
  Written,
} from './types.ts'
export { HYPOTHESIS_STATES, LINK_KINDS } from './types.ts'
export { certaintyOf, toEntryView, toRowView, toStepView } from './views.ts'
