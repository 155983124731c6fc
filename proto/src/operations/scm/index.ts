import type { OperationDefinition } from '../define.ts'
import { scmCodeSearch } from './code-search.ts'
import { scmCommitsGet } from './commits-get.ts'
import { scmCommitsList } from './commits-list.ts'
import { scmCompare } from './compare.ts'
import { scmFilesGet } from './files-get.ts'
import { scmPullsGet } from './pulls-get.ts'
import { scmPullsList } from './pulls-list.ts'
import { scmReleasesList } from './releases-list.ts'
import { scmReposList } from './repos-list.ts'
import { scmTreeList } from './tree-list.ts'

export {
  scmCodeSearch,
  scmCommitsGet,
  scmCommitsList,
  scmCompare,
  scmFilesGet,
  scmPullsGet,
  scmPullsList,
  scmReleasesList,
  scmReposList,
  scmTreeList,
}

// Every operation `scm.*`, in the order of their ids.
export const SCM_OPERATIONS: readonly OperationDefinition[] = Object.freeze([
  scmCodeSearch,
  scmCommitsGet,
  scmCommitsList,
  scmCompare,
  scmFilesGet,
  scmPullsGet,
  scmPullsList,
  scmReleasesList,
  scmReposList,
  scmTreeList,
])
