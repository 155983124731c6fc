import type { OperationDefinition } from '../define.ts'
import { helmReleasesGet } from './releases-get.ts'
import { helmReleasesHistory } from './releases-history.ts'
import { helmReleasesList } from './releases-list.ts'

export { helmReleasesGet, helmReleasesHistory, helmReleasesList }

// Every operation `helm.*`, in the order of their ids.
export const HELM_OPERATIONS: readonly OperationDefinition[] = Object.freeze([
  helmReleasesGet,
  helmReleasesHistory,
  helmReleasesList,
])
