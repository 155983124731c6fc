import { aggregate, combine, type Expression, literal, overRange, select } from '../promql/build.ts'
import type { Matcher } from '../promql/matchers.ts'
import type { Preset, PresetContext } from './types.ts'

type Build = (context: PresetContext) => Expression

function total(metric: string, extra: readonly Matcher[] = []): Build {
  return ({ service, by }) => aggregate('sum', by, select(metric, [service, ...extra]))
}

function totalRate(metric: string, extra: readonly Matcher[] = []): Build {
  return ({ service, by, range }) =>
    aggregate('sum', by, overRange('rate', select(metric, [service, ...extra]), range))
}

// Used over limit, pod by pod, and the fullest of them: an average would hide the one that is at its limit.
function fullest(used: (context: PresetContext) => Expression, limit: Build, per: readonly string[]): Build {
  return (context) => {
    const narrow = { ...context, by: [...new Set([...per, ...context.by])] }
    return aggregate('max', context.by, combine(used(narrow), '/', limit(narrow)))
  }
}

function limits(resource: string): Build {
  return total('kube_pod_container_resource_limits', [{ label: 'resource', op: '=', value: resource }])
}

const POD = ['namespace', 'pod', 'container']
const CPU_USED = 'container_cpu_usage_seconds_total'
const MEMORY_USED = 'container_memory_working_set_bytes'
const IDLE: Matcher = { label: 'mode', op: '=', value: 'idle' }

const fields = { signal: 'saturation' } as const

// How full a service's resources are. Of presets with one `what`, the first that applies is used.
export const SATURATION_PRESETS: readonly Preset[] = Object.freeze([
  {
    ...fields,
    id: 'cadvisor_cpu',
    what: 'CPU over limit, fullest container',
    unit: 'ratio',
    needs: [CPU_USED, 'kube_pod_container_resource_limits'],
    build: fullest(totalRate(CPU_USED), limits('cpu'), POD),
  },
  {
    ...fields,
    id: 'cadvisor_memory',
    what: 'memory over limit, fullest container',
    unit: 'ratio',
    needs: [MEMORY_USED, 'kube_pod_container_resource_limits'],
    build: fullest(total(MEMORY_USED), limits('memory'), POD),
  },
  {
    ...fields,
    id: 'cadvisor_cpu_used',
    what: 'CPU',
    unit: 'cores',
    needs: [CPU_USED],
    build: totalRate(CPU_USED),
  },
  {
    ...fields,
    id: 'process_cpu',
    what: 'CPU',
    unit: 'cores',
    needs: ['process_cpu_seconds_total'],
    build: totalRate('process_cpu_seconds_total'),
  },
  {
    ...fields,
    id: 'cadvisor_memory_used',
    what: 'memory',
    unit: 'bytes',
    needs: [MEMORY_USED],
    build: total(MEMORY_USED),
  },
  {
    ...fields,
    id: 'process_memory',
    what: 'memory',
    unit: 'bytes',
    needs: ['process_resident_memory_bytes'],
    build: total('process_resident_memory_bytes'),
  },
  {
    ...fields,
    id: 'process_descriptors',
    what: 'open file descriptors over limit, fullest process',
    unit: 'ratio',
    needs: ['process_open_fds', 'process_max_fds'],
    build: fullest(total('process_open_fds'), total('process_max_fds'), ['instance', 'job']),
  },
  {
    ...fields,
    id: 'go_goroutines',
    what: 'goroutines',
    unit: 'count',
    needs: ['go_goroutines'],
    build: total('go_goroutines'),
  },
  {
    ...fields,
    id: 'node_cpu',
    what: 'CPU of the busiest node',
    unit: 'ratio',
    needs: ['node_cpu_seconds_total'],
    build: ({ service, by, range }) => {
      const idle = overRange('rate', select('node_cpu_seconds_total', [service, IDLE]), range)
      const perNode = combine(literal(1), '-', aggregate('avg', [...new Set(['instance', ...by])], idle))
      return aggregate('max', by, perNode)
    },
  },
  {
    ...fields,
    id: 'node_memory',
    what: 'memory of the fullest node',
    unit: 'ratio',
    needs: ['node_memory_MemAvailable_bytes', 'node_memory_MemTotal_bytes'],
    build: (context) => {
      const free = fullestFree(context)
      return aggregate('max', context.by, combine(literal(1), '-', free))
    },
  },
] satisfies readonly Preset[])

function fullestFree({ service, by }: PresetContext): Expression {
  const per = [...new Set(['instance', ...by])]
  const available = aggregate('sum', per, select('node_memory_MemAvailable_bytes', [service]))
  return combine(available, '/', aggregate('sum', per, select('node_memory_MemTotal_bytes', [service])))
}
