import type { OperationDefinition } from '../define.ts'
import { servicesCatalogGet } from './catalog-get.ts'
import { servicesCatalogList } from './catalog-list.ts'
import { servicesSignalsGet } from './signals-get.ts'

export { SIGNALS } from './signals-get.ts'
export { servicesCatalogGet, servicesCatalogList, servicesSignalsGet }

// Every operation `services.*`, in the order of their ids.
export const SERVICES_OPERATIONS: readonly OperationDefinition[] = Object.freeze([
  servicesCatalogGet,
  servicesCatalogList,
  servicesSignalsGet,
])
