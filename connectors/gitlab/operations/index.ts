import type { Served } from '@vedette/proto/connector'
import type { GitlabClient } from '../client.ts'
import { serveJobsLogs } from './ci-jobs-logs.ts'
import { serveRunsGet } from './ci-runs-get.ts'
import { serveRunsList } from './ci-runs-list.ts'
import { serveCodeSearch } from './scm-code-search.ts'
import { serveCommitsGet } from './scm-commits-get.ts'
import { serveCommitsList } from './scm-commits-list.ts'
import { serveCompare } from './scm-compare.ts'
import { serveFilesGet } from './scm-files-get.ts'
import { servePullsGet } from './scm-pulls-get.ts'
import { servePullsList } from './scm-pulls-list.ts'
import { serveReleasesList } from './scm-releases-list.ts'
import { serveReposList } from './scm-repos-list.ts'
import { serveTreeList } from './scm-tree-list.ts'

// Every operation that a group on GitLab answers, by id.
export const GITLAB_OPERATIONS: readonly Served<GitlabClient>[] = Object.freeze([
  serveJobsLogs,
  serveRunsGet,
  serveRunsList,
  serveCodeSearch,
  serveCommitsGet,
  serveCommitsList,
  serveCompare,
  serveFilesGet,
  servePullsGet,
  servePullsList,
  serveReleasesList,
  serveReposList,
  serveTreeList,
])
