export type ConfigFault = Readonly<{ path: string; message: string }>

// The configuration cannot be used: every fault with its path in the file and the fix; never a secret's value.
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly faults: readonly ConfigFault[]

  constructor(faults: readonly ConfigFault[]) {
    super(faults.map((fault) => `${fault.path}: ${fault.message}`).join('\n'))
    this.faults = faults
  }
}

// `['connectors', 0, 'config', 'url']` -> `connectors[0].config.url`.
export function toPath(path: readonly PropertyKey[]): string {
  const text = path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '')
  return text === '' ? 'the file' : text
}
