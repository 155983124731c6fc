import { readFile } from 'node:fs/promises'
import { type ChannelOptions, Client, credentials } from '@grpc/grpc-js'
import { SourceError } from '@vedette/proto/connector'
import type { PluginSettings } from '../config/index.ts'
import { MESSAGE_BYTES } from './limits.ts'

// One connection to a plugin, made on first use; the library makes it anew, with growing pauses, when it is lost.
export type Channel = Readonly<{
  // Files are read again each time, so that certificates rotate. Throws SourceError `unauthorized` without them.
  open(): Promise<Client>
  close(): void
}>

// Nothing of this process's environment or of the name service decides where or how the plugin is asked.
const OPTIONS: ChannelOptions = Object.freeze({
  'grpc.max_receive_message_length': MESSAGE_BYTES,
  'grpc.enable_http_proxy': 0,
  'grpc.service_config_disable_resolution': 1,
  'grpc.enable_retries': 0,
  'grpc.initial_reconnect_backoff_ms': 500,
  'grpc.max_reconnect_backoff_ms': 10_000,
  'grpc.use_local_subchannel_pool': 1,
})

// Readies the way to a plugin; touches neither network nor files.
export function createChannel(settings: PluginSettings, credential: string): Channel {
  let made: Readonly<{ client: Client; files: readonly Buffer[] }> | null = null

  async function open(): Promise<Client> {
    const files = 'tls' in settings ? await readFiles(settings.tls, credential) : []
    if (made?.files.every((bytes, at) => bytes.equals(files[at] ?? Buffer.alloc(0)))) return made.client
    made?.client.close()
    made = { client: connect(settings, files), files }
    return made.client
  }

  return Object.freeze({
    open,
    close() {
      made?.client.close()
      made = null
    },
  })
}

function connect(settings: PluginSettings, [ca, key, cert]: readonly Buffer[]): Client {
  if ('socket' in settings)
    return new Client(`unix:${settings.socket}`, credentials.createInsecure(), OPTIONS)
  return new Client(
    `dns:///${settings.address}`,
    credentials.createSsl(ca ?? null, key ?? null, cert ?? null),
    OPTIONS,
  )
}

type Tls = Extract<PluginSettings, { address: string }>['tls']

async function readFiles(
  { ca_file, key_file, cert_file }: Tls,
  credential: string,
): Promise<readonly Buffer[]> {
  try {
    return await Promise.all([ca_file, key_file, cert_file].map((path) => readFile(path)))
  } catch {
    throw new SourceError('unauthorized', { credential, why: 'secret_missing' })
  }
}
