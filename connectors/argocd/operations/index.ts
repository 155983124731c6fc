import type { Served } from '@vedette/proto/connector'
import type { ArgocdClient } from '../client.ts'
import { serveDeploysGet } from './deploys-get.ts'
import { serveDeploysList } from './deploys-list.ts'
import { serveAppsDiff } from './gitops-apps-diff.ts'
import { serveAppsGet } from './gitops-apps-get.ts'
import { serveAppsHistory } from './gitops-apps-history.ts'
import { serveAppsList } from './gitops-apps-list.ts'

// Every operation that an Argo CD server answers, by id.
export const ARGOCD_OPERATIONS: readonly Served<ArgocdClient>[] = Object.freeze([
  serveDeploysGet,
  serveDeploysList,
  serveAppsDiff,
  serveAppsGet,
  serveAppsHistory,
  serveAppsList,
])
