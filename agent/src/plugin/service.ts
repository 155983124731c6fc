import { type DescMessage, fromBinary, type MessageShape, toBinary } from '@bufbuild/protobuf'
import type { MethodDefinition } from '@grpc/grpc-js'
import { ConnectorService } from './connector-pb.ts'

type Method<I extends DescMessage, O extends DescMessage> = MethodDefinition<MessageShape<I>, MessageShape<O>>

// The methods of the contract as the gRPC library takes them; unknown fields are dropped as they arrive.
export const CONNECTOR_METHODS = Object.freeze({
  describe: toMethod(ConnectorService.method.describe),
  probe: toMethod(ConnectorService.method.probe),
  run: toMethod(ConnectorService.method.run),
})

type Described<I extends DescMessage, O extends DescMessage> = Readonly<{
  name: string
  methodKind: string
  input: I
  output: O
}>

function toMethod<I extends DescMessage, O extends DescMessage>({
  name,
  methodKind,
  input,
  output,
}: Described<I, O>): Method<I, O> {
  return {
    path: `/${ConnectorService.typeName}/${name}`,
    requestStream: false,
    responseStream: methodKind === 'server_streaming',
    requestSerialize: (message) => Buffer.from(toBinary(input, message)),
    requestDeserialize: (bytes) => fromBinary(input, bytes, { readUnknownFields: false }),
    responseSerialize: (message) => Buffer.from(toBinary(output, message)),
    responseDeserialize: (bytes) => fromBinary(output, bytes, { readUnknownFields: false }),
  }
}
