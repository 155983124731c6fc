// One step of an investigation: `{tool}` names stand in its text only while that tool is announced.
type Step = Readonly<{ tools: readonly string[]; text: string }>

export type PromptDefinition = Readonly<{
  name: string
  title: string
  description: string
  arguments: readonly Readonly<{ name: string; description: string; required: boolean }>[]
  // Offered while one of these is announced.
  any: readonly string[]
  steps: readonly Step[]
}>

const required = (name: string, description: string) => ({ name, description, required: true })
const optional = (name: string, description: string) => ({ name, description, required: false })

const BEGIN: Step = { tools: ['get_context'], text: 'Open the investigation with {get_context}.' }
const RUNBOOK: Step = { tools: ['runbooks_get'], text: 'Look for a runbook with {runbooks_get}.' }
const CHANGES: Step = {
  tools: ['change_timeline'],
  text: 'List what changed before it with {change_timeline}.',
}

// The usual investigations. A step is left out where the fleet does not serve its tools.
export const PROMPTS: readonly PromptDefinition[] = Object.freeze([
  {
    name: 'incident',
    title: 'Investigate an incident',
    description: 'From the id of an incident to a cause with evidence.',
    arguments: [required('id', 'Id of the incident'), optional('service', 'Service, if known')],
    any: ['investigate_incident'],
    steps: [
      BEGIN,
      { tools: ['investigate_incident'], text: 'Call {investigate_incident} with the id.' },
      CHANGES,
      { tools: ['blast_radius'], text: 'See who is affected with {blast_radius}.' },
      RUNBOOK,
    ],
  },
  {
    name: 'alert',
    title: 'Investigate an alert',
    description: 'What an alert means, whether it is real, and what changed before it.',
    arguments: [required('id', 'Id or name of the alert'), optional('service', 'Service, if known')],
    any: ['investigate_alert'],
    steps: [
      BEGIN,
      { tools: ['investigate_alert'], text: 'Call {investigate_alert} with the id.' },
      CHANGES,
      RUNBOOK,
    ],
  },
  {
    name: 'workload',
    title: 'Triage a workload',
    description: 'Why a workload is not healthy.',
    arguments: [
      required('namespace', 'Namespace'),
      required('name', 'Name of the workload'),
      optional('cluster', 'Cluster, if there are several'),
    ],
    any: ['workload_triage', 'k8s_pods_list'],
    steps: [
      BEGIN,
      { tools: ['workload_triage'], text: 'Call {workload_triage} with namespace and name.' },
      { tools: ['k8s_pods_list'], text: 'Look at its pods with {k8s_pods_list}.' },
      { tools: ['logs_search'], text: 'Read what it logged with {logs_search}.' },
      RUNBOOK,
    ],
  },
  {
    name: 'deploy',
    title: 'Did a deploy cause it',
    description: 'Whether a symptom of a service began with a deploy.',
    arguments: [required('service', 'Service'), optional('at', 'When it began, RFC 3339')],
    any: ['deploy_correlation', 'deploys_list'],
    steps: [
      BEGIN,
      { tools: ['deploy_correlation'], text: 'Call {deploy_correlation} for the service.' },
      { tools: ['deploys_list'], text: 'List deploys around it with {deploys_list}.' },
      CHANGES,
    ],
  },
  {
    name: 'health',
    title: 'How is production',
    description: 'What is wrong now, over everything that is seen.',
    arguments: [optional('cluster', 'Only this cluster')],
    any: ['production_health', 'host_info'],
    steps: [
      BEGIN,
      { tools: ['production_health'], text: 'Call {production_health}.' },
      { tools: ['saturation'], text: 'See what runs out of room with {saturation}.' },
      { tools: ['telemetry_gaps'], text: 'See what nobody watches with {telemetry_gaps}.' },
      { tools: ['host_info'], text: 'Look at single hosts with {host_info}.' },
    ],
  },
  {
    name: 'cost',
    title: 'What costs more than before',
    description: 'Which service or account costs more, and why.',
    arguments: [optional('service', 'Only this service'), optional('account', 'Only this account')],
    any: ['cost_compare', 'cost_query'],
    steps: [
      BEGIN,
      { tools: ['cost_compare'], text: 'Compare with the weeks before with {cost_compare}.' },
      { tools: ['cost_query'], text: 'Split the difference with {cost_query}.' },
      { tools: ['cost_anomalies_list'], text: 'See what the provider calls odd with {cost_anomalies_list}.' },
      CHANGES,
    ],
  },
  {
    name: 'inventory',
    title: 'What runs where',
    description: 'Instances, databases and workloads of a scope.',
    arguments: [optional('account', 'Only this account'), optional('cluster', 'Only this cluster')],
    any: ['cloud_instances_list', 'k8s_deployments_list', 'cloud_databases_list'],
    steps: [
      { tools: ['list_scopes'], text: 'See which scopes there are with {list_scopes}.' },
      { tools: ['cloud_instances_list'], text: 'List instances with {cloud_instances_list}.' },
      { tools: ['cloud_databases_list'], text: 'List databases with {cloud_databases_list}.' },
      { tools: ['k8s_deployments_list'], text: 'List workloads with {k8s_deployments_list}.' },
      { tools: ['public_exposure'], text: 'See what the internet reaches with {public_exposure}.' },
    ],
  },
])

const END =
  'Say for each finding which call shows it, and name what could not be seen: silence is not health.'
const VALUE_MAX = 256

// The prompts to offer where these tools are announced.
export function offerPrompts(announced: ReadonlySet<string>): readonly PromptDefinition[] {
  return PROMPTS.filter(({ any }) => any.some((tool) => announced.has(tool)))
}

// A prompt's text, or the fault of its arguments. Values are quoted as data, on one line each.
export function renderPrompt(
  prompt: PromptDefinition,
  given: Readonly<Record<string, string>>,
  announced: ReadonlySet<string>,
): Readonly<{ text: string }> | Readonly<{ fault: string }> {
  const names = prompt.arguments.map(({ name }) => name)
  const unknown = Object.keys(given).find((name) => !names.includes(name))
  if (unknown !== undefined) return { fault: `the prompt takes ${names.join(', ')} alone` }
  for (const { name, required: isRequired } of prompt.arguments) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined
    if (isRequired && (value === undefined || value === '')) return { fault: `${name} is required` }
    if (value !== undefined && value.length > VALUE_MAX)
      return { fault: `${name} is over ${VALUE_MAX} characters` }
  }
  const values = names.flatMap((name) => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined
    return value === undefined || value === '' ? [] : [`- ${name}: ${JSON.stringify(value)}`]
  })
  const steps = prompt.steps
    .filter(({ tools }) => tools.every((tool) => announced.has(tool)))
    .map(({ text }, index) => `${index + 1}. ${text.replaceAll(/[{}]/g, '')}`)
  const about = values.length === 0 ? [] : ['About:', ...values]
  return { text: [`${prompt.title}.`, ...about, ...steps, END].join('\n') }
}
