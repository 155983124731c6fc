import { type Connector, defineConnector } from '@vedette/proto/connector'
import { connectHost, type HostClient } from './client.ts'
import { type HostConfig, hostConfigSchema } from './config.ts'
import { disksList } from './operations/disks-list.ts'
import { info } from './operations/info.ts'
import { loadGet } from './operations/load-get.ts'
import { logsSearch } from './operations/logs-search.ts'
import { memoryGet } from './operations/memory-get.ts'
import { processesList } from './operations/processes-list.ts'
import { servicesList } from './operations/services-list.ts'
import { socketsList } from './operations/sockets-list.ts'
import { type HostPorts, machine } from './ports.ts'
import { probeHost } from './probe.ts'

// A connector to the machine behind `ports`.
export function createHostConnector(ports: HostPorts): Connector {
  return defineConnector<HostConfig, HostClient>({
    id: 'host',
    title: 'Host',
    config: hostConfigSchema,
    concurrency: 8,
    connect: (config, context) => connectHost(config, context, ports),
    probe: probeHost,
    operations: [disksList, info, loadGet, logsSearch, memoryGet, processesList, servicesList, socketsList],
  })
}

// The machine that the agent runs on.
export const hostConnector: Connector = createHostConnector(machine)
