export type {
  CallBody,
  FleetChange,
  FleetPage,
  JoinTokenBody,
  Session,
  SignInCode,
  TokenBody,
  ToolList,
  WhoAmI,
} from './api-types.ts'
export type { HttpOptions } from './create-http.ts'
export { BODY_BYTES, createHttp } from './create-http.ts'
