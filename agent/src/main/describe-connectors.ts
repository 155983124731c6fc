import { type BuiltIn, type ConnectorDescription, describeConfig } from '@vedette/proto/connector'

// Every connector that is built in, with the JSON Schema of its settings and its operations, in the registry's order. Loads all of them;
// touches no network and reads no configuration.
export function describeConnectors(builtIn: readonly BuiltIn[]): Promise<readonly ConnectorDescription[]> {
  return Promise.all(
    builtIn.map(async ({ id, load }) => {
      const { title, config, operations } = await load()
      const served = operations.map(({ operation }) => operation.id)
      return { id, title, config: describeConfig(config), operations: served }
    }),
  )
}
