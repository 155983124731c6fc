import { join } from 'node:path'
import { create, type MessageInitShape } from '@bufbuild/protobuf'
import { Server, ServerCredentials, type ServerWritableStream, type ServiceDefinition } from '@grpc/grpc-js'
import { type Cleanup, createFolder, registerUndo } from '@vedette/test/kit'
import {
  DescribeResponseSchema,
  ProbeResponseSchema,
  type RunRequest,
  type RunResponse,
  RunResponseSchema,
} from '../connector-pb.ts'
import { CONNECTOR_METHODS } from '../service.ts'

export type RunCall = ServerWritableStream<RunRequest, RunResponse>
export type Frame = MessageInitShape<typeof RunResponseSchema>['frame']

// How a plugin of the tests behaves; each may be replaced while it runs.
export type Behaviour = {
  describe: MessageInitShape<typeof DescribeResponseSchema>
  probe: MessageInitShape<typeof ProbeResponseSchema>
  run(call: RunCall): void
}

export type StartedPlugin = Readonly<{ socket: string; port: number; stop(): void }>

// An honest plugin that serves the disks of one host.
export const HONEST: Behaviour = {
  describe: { id: 'shelf', version: '1.2.3', operations: [{ id: 'host.disks.list', contract: 1 }] },
  probe: { health: 'up', scopes: [{ entries: { account: '111' } }] },
  run: (call) => send(call, ...disks('/data')),
}

// The frames of a reading with one disk.
export function disks(mount: string, part: object = {}): readonly Frame[] {
  const sizes = { size_bytes: 100, used_bytes: 50, available_bytes: 50, used_percent: 50 }
  const disk = { mount, device: '/dev/sda', type: 'ext4', ...sizes, read_only: false }
  const state = { state: 'read', items: 1n, asOf: '2026-01-02T03:04:05Z', ...part }
  return [toValue({ disks: [disk] }), { case: 'reading', value: { parts: [state] } }]
}

// A value as the frame that carries it whole.
export function toValue(value: unknown): Frame {
  return { case: 'value', value: Buffer.from(JSON.stringify(value)) }
}

// Writes frames and ends the stream.
export function send(call: RunCall, ...frames: readonly Frame[]): void {
  for (const frame of frames) call.write(toFrame(frame))
  call.end()
}

// One message of a stream.
export function toFrame(frame: Frame): RunResponse {
  return create(RunResponseSchema, frame === undefined ? {} : { frame })
}

type Where = Readonly<{ credentials?: ServerCredentials; socket?: string }>

// Starts a plugin on a Unix socket, or on a free port of loopback when it has credentials.
export async function startPlugin(t: Cleanup, is: Behaviour, where: Where = {}): Promise<StartedPlugin> {
  const { credentials, socket = join(createFolder(t), 'plugin.sock') } = where
  const server = new Server()
  server.addService(CONNECTOR_METHODS as unknown as ServiceDefinition, {
    // a table of methods is such a definition
    describe: (_: unknown, end: (error: null, answer: unknown) => void) =>
      end(null, create(DescribeResponseSchema, is.describe)),
    probe: (_: unknown, end: (error: null, answer: unknown) => void) =>
      end(null, create(ProbeResponseSchema, is.probe)),
    run: (call: RunCall) => is.run(call),
  })
  const address = credentials === undefined ? `unix:${socket}` : '127.0.0.1:0'
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  server.bindAsync(address, credentials ?? ServerCredentials.createInsecure(), (error, port) =>
    error === null ? resolve(port) : reject(error),
  )
  const port = await promise
  const stop = () => server.forceShutdown()
  registerUndo(t, stop)
  return { socket, port, stop }
}
