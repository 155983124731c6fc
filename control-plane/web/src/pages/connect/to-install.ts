export type Install = Readonly<{
  // Alias of the cluster.
  alias: string
  // Where agents reach the bus, e.g. `tls://nats.example.org:4222`.
  nats: string
  organisation: string
  namespace: string
  method: 'kubernetes' | 'joinToken'
}>

const RELEASE = 'vedette-agent'
const CHART = 'oci://ghcr.io/vedette/charts/vedette-agent'
const LOBBY = 'vedette-lobby'
const JOIN = 'vedette-join'

// What is typed once in a cluster: its Secrets, then the chart. Secrets are read from files, so that none stands in a
// shell's history.
export function toHelmInstall(install: Install): string {
  const { alias, nats, organisation, namespace, method } = install
  const kubectl = `kubectl --namespace ${quote(namespace)} create secret generic`
  const joins = method === 'joinToken'
  return [
    `kubectl create namespace ${quote(namespace)}`,
    `${kubectl} ${LOBBY} --from-file=lobby.creds=${quote(`lobby-${organisation}.creds`)}`,
    ...(joins ? [`${kubectl} ${JOIN} --from-file=join-token=join-token`] : []),
    `helm install ${RELEASE} ${CHART} --namespace ${quote(namespace)} ${toSets([
      ['cluster.alias', alias],
      ['nats.urls[0]', nats],
      ['nats.lobby.existingSecret', LOBBY],
      ...(joins
        ? ([
            ['enrolment.method', 'joinToken'],
            ['enrolment.joinToken.existingSecret', JOIN],
            ['persistence.enabled', 'true'],
          ] as const)
        : []),
    ])}`,
  ].join('\n')
}

function toSets(values: readonly (readonly [string, string])[]): string {
  return values
    .map(
      ([key, value]) =>
        `${value === 'true' ? '--set' : '--set-string'} ${quote(`${key}=${escapeSet(value)}`)}`,
    )
    .join(' ')
}

// One Argo CD ApplicationSet for every cluster that carries the label `vedette: "true"`; its name there is its alias.
export function toApplicationSet({ nats, namespace }: Pick<Install, 'nats' | 'namespace'>): string {
  return [
    'apiVersion: argoproj.io/v1alpha1',
    'kind: ApplicationSet',
    'metadata:',
    '  name: vedette-agents',
    '  namespace: argocd',
    'spec:',
    '  goTemplate: true',
    '  generators:',
    '    - clusters:',
    '        selector:',
    '          matchLabels: { vedette: "true" }',
    '  template:',
    '    metadata:',
    '      name: "vedette-agent-{{ .nameNormalized }}"',
    '    spec:',
    '      project: default',
    '      source:',
    '        repoURL: ghcr.io/vedette/charts',
    '        chart: vedette-agent',
    '        targetRevision: "*"',
    '        helm:',
    '          valuesObject:',
    '            cluster: { alias: "{{ .nameNormalized }}" }',
    `            nats: { urls: [${JSON.stringify(nats)}], lobby: { existingSecret: ${LOBBY} } }`,
    '      destination:',
    '        server: "{{ .server }}"',
    `        namespace: ${JSON.stringify(namespace)}`,
    '      syncPolicy:',
    '        automated: {}',
    '        syncOptions: [CreateNamespace=true]',
  ].join('\n')
}

// Helm splits what it is given at commas; a backslash keeps them together.
function escapeSet(value: string): string {
  return value.replaceAll(/[\\,]/g, (found) => `\\${found}`)
}

// A word for a POSIX shell, whatever stands in it.
function quote(word: string): string {
  return /^[\w./:=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
