import type { ConnectContext } from '@vedette/proto/connector'
import type { Scope } from '@vedette/proto/visibility'
import type { HostConfig } from './config.ts'
import { readDetail, readText } from './files.ts'
import { createMountReader, type MountReader } from './linux/mount-reader.ts'
import type { HostPorts } from './ports.ts'

export type HostClient = Readonly<{
  root: string
  logFiles: readonly string[]
  isLinux: boolean
  // The process table of the host's first process, or ours when we live on the host.
  self: string
  ports: HostPorts
  mounts: MountReader
  // { host }, when the machine has an identity that proves the name; else nothing.
  scope(): Promise<Scope>
  // systeminformation, imported on first use: only where there is no /proc.
  portable(): Promise<typeof import('systeminformation')>
}>

// The client of one machine; touches nothing yet.
export function connectHost(config: HostConfig, context: ConnectContext, ports: HostPorts): HostClient {
  const { root } = config
  const isLinux = ports.platform === 'linux'
  const portable = async () => (await import('systeminformation')).default
  return {
    root,
    logFiles: config.log_files,
    isLinux,
    self: root === '/' ? '/proc/self' : '/proc/1',
    ports,
    mounts: createMountReader(ports, context.clock),
    scope: () => (isLinux ? proveLinux(root) : provePortable(portable)),
    portable,
  }
}

// The host's name. In a container, ours is not the host's: the name is then read from its file.
export async function readHostname(root: string): Promise<string> {
  return (await readText(root, root === '/' ? '/proc/sys/kernel/hostname' : '/etc/hostname')).trim()
}

// The machine's id, or null when it has none that is valid.
export async function readMachineId(root: string): Promise<string | null> {
  const id = (await readDetail(root, '/etc/machine-id'))?.trim() ?? ''
  return /^[0-9a-f]{32}$/.test(id) && !/^0+$/.test(id) ? id : null
}

async function proveLinux(root: string): Promise<Scope> {
  const id = await readMachineId(root)
  return id === null ? {} : { host: await readHostname(root) }
}

async function provePortable(portable: HostClient['portable']): Promise<Scope> {
  const si = await portable()
  const [os, ids] = await Promise.all([si.osInfo(), si.uuid()])
  return ids.os === '' || os.hostname === '' ? {} : { host: os.hostname }
}
