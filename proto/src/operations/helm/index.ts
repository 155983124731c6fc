import type { OperationDefinition } from '../define.ts'
import { helmReleasesHistory } from './releases-history.ts'
import { helmReleasesList } from './releases-list.ts'

export { helmReleasesHistory, helmReleasesList }

// Every operation `helm.*`, in the order of their ids.
export const HELM_OPERATIONS: readonly OperationDefinition[] = Object.freeze([
  helmReleasesHistory,
  helmReleasesList,
])
