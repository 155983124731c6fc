import type { Served } from '@vedette/proto/connector'
import type { GithubClient } from '../client.ts'
import { serveJobsLogs } from './ci-jobs-logs.ts'
import { serveRunsGet } from './ci-runs-get.ts'
import { serveRunsList } from './ci-runs-list.ts'
import { serveDeploysGet } from './deploys-get.ts'
import { serveDeploysList } from './deploys-list.ts'
import { serveImagesList } from './registry-images-list.ts'
import { serveRunbooksSearch } from './runbooks-search.ts'
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
import { serveTicketsSearch } from './tickets-search.ts'

// Every operation that an owner on GitHub answers, by id.
export const GITHUB_OPERATIONS: readonly Served<GithubClient>[] = Object.freeze([
  serveJobsLogs,
  serveRunsGet,
  serveRunsList,
  serveDeploysGet,
  serveDeploysList,
  serveImagesList,
  serveRunbooksSearch,
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
  serveTicketsSearch,
])
