export { createDispatch, type DispatchOptions } from './create-dispatch.ts'
export type { Dispatch, InstanceRead, ReadContext, ReadRequest, ReadResult, Routing } from './types.ts'
export { RoutingError } from './types.ts'
