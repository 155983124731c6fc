// The bus could not do what was asked; closed codes, no text of the server.
export class BusError extends Error {
  override readonly name = 'BusError'
  readonly code: 'unlinked' | 'account_refused' | 'timed_out'

  constructor(code: BusError['code'], message: string) {
    super(message)
    this.code = code
  }
}
