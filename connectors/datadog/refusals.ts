import { ArgumentError } from '@vedette/proto/connector'

// The error of an argument that Datadog has no counterpart of.
export function cannotAsk(field: string, message: string, fix = `leave ${field} out`): ArgumentError {
  return new ArgumentError({ field, message, fix })
}
