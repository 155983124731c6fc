export { createResourceServer, type ResourceServer } from './resource.ts'
export { CALLBACK_PATH, createSignIn, type OidcSignIn } from './sign-in.ts'
