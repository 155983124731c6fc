import type { OperationDefinition } from '../define.ts'
import { registryImagesList } from './images-list.ts'

export { registryImagesList }

// Every operation `registry.*`, in the order of their ids.
export const REGISTRY_OPERATIONS: readonly OperationDefinition[] = Object.freeze([registryImagesList])
