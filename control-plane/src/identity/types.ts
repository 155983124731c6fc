import type { UserCredentials } from '../bus/types.ts'

// One organisation: its account, the key that signs its users, and the two users that come ready-made.
export type OrganisationKeys = Readonly<{
  name: string
  account: Readonly<{ public_key: string; jwt: string }>
  signing: Readonly<{ public_key: string; seed: string }>
  control_plane: UserCredentials
  // May publish `v1.enroll` and hear `_INBOX_lobby.>`, nothing else; it comes with the installation values.
  lobby: UserCredentials
}>

// A key that signs calls. A retired one still verifies on agents until they renew; it signs no more.
export type CallKey = Readonly<{
  kid: string
  // Raw 32 bytes in base64url.
  public_key: string
  // PKCS #8 DER in base64url.
  private_key: string
  created_at: string
  retired_at: string | null
}>

// Everything secret that a control plane needs to run its bus: one file, mode 0600.
export type Operator = Readonly<{
  version: 1
  operator: Readonly<{ public_key: string; seed: string; jwt: string }>
  system: Readonly<{ public_key: string; jwt: string; user: UserCredentials }>
  organisations: readonly OrganisationKeys[]
  call_keys: readonly CallKey[]
}>
