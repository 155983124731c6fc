// A configuration that cannot be used: each fault names its field and the fix; no value is repeated.
export class ControlPlaneConfigError extends Error {
  override readonly name = 'ControlPlaneConfigError'
  readonly code = 'config_invalid'
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}
