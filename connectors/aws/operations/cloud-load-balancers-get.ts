import { sideBySide, together } from '@vedette/connectors/kit'
import { cloudLoadBalancersGet } from '@vedette/proto/operations'
import type { Reader } from '../connect.ts'
import {
  type Balancer,
  findBalancers,
  type Listener,
  readBalancerTags,
  readListeners,
  readTargetGroups,
  toBalancerRow,
} from '../load-balancers.ts'
import { checkWhole, createNotes, type Notes } from '../pages.ts'
import { pickOne, serveFind } from '../reading.ts'
import { need, texts } from '../values.ts'

// One load balancer (not a classic one) with its listeners, rules and target groups.
export const serveLoadBalancersGet = serveFind(cloudLoadBalancersGet, {
  field: 'id',
  async find(reader, { id }) {
    const found = await findBalancers(reader, id)
    const one = pickOne(found, { field: 'id', idOf: (it) => it.LoadBalancerArn })
    if (one === undefined) return undefined
    const notes = createNotes(reader)
    return { value: await describe(reader, one, notes), notes: notes.parts() }
  },
})

async function describe(reader: Reader, one: Balancer, notes: Notes) {
  const arn = one.LoadBalancerArn ?? ''
  const [tags, listeners, groups, attributes] = await together([
    notes.seek(readBalancerTags(reader, [arn])),
    readListeners(reader, arn),
    readTargetGroups(reader, arn),
    notes.seek(reader.call('elbv2', 'describeLoadBalancerAttributes', { LoadBalancerArn: arn })),
  ])
  checkWhole(listeners)
  checkWhole(groups)
  const switches = new Map((attributes?.Attributes ?? []).map((it) => [it.Key, it.Value]))
  return {
    load_balancer: toBalancerRow(reader, one, tags?.get(arn) ?? null),
    listeners: [
      ...(await sideBySide(listeners.items, 4, async (it) => ({
        id: it.ListenerArn ?? null,
        protocol: it.Protocol ?? 'unknown',
        port: it.Port ?? null,
        tls_policy: it.SslPolicy ?? null,
        certificates: texts((it.Certificates ?? []).map((certificate) => certificate.CertificateArn)),
        rules: await notes.seek(readRules(reader, it)),
      }))),
    ],
    backends: [
      ...(await sideBySide(groups.items, 4, async (it) => {
        const health = await notes.seek(readHealth(reader, it.TargetGroupArn ?? ''))
        return {
          id: it.TargetGroupArn ?? '',
          name: it.TargetGroupName ?? null,
          protocol: it.Protocol ?? null,
          port: it.Port ?? null,
          kind: it.TargetType === 'lambda' ? 'function' : (it.TargetType ?? 'other'),
          targets: health?.length ?? null,
          healthy: health === null ? null : health.filter((state) => state === 'healthy').length,
          health_check: toCheck(it),
        }
      })),
    ],
    filters: one.SecurityGroups === undefined ? null : texts(one.SecurityGroups),
    access_logs: toSwitch(switches.get('access_logs.s3.enabled')),
    deletion_protection: toSwitch(switches.get('deletion_protection.enabled')),
  }
}

async function readRules(reader: Reader, { ListenerArn }: Listener) {
  const said = await reader.call('elbv2', 'describeRules', { ListenerArn })
  return need(said.Rules).map((rule) => ({
    priority: rule.Priority ?? null,
    when: rule.IsDefault === true ? 'default' : (rule.Conditions ?? []).map(toCondition).join(' and '),
    target: (rule.Actions ?? [])
      .map((action) => action.TargetGroupArn ?? action.Type ?? 'unknown')
      .join(', '),
  }))
}

function toCondition(
  one: Readonly<{ Field?: string | undefined; Values?: readonly string[] | undefined }>,
): string {
  const values = (one.Values ?? []).join(' or ')
  return values === '' ? (one.Field ?? 'unknown') : `${one.Field}: ${values}`
}

async function readHealth(reader: Reader, TargetGroupArn: string): Promise<readonly string[]> {
  const said = await reader.call('elbv2', 'describeTargetHealth', { TargetGroupArn })
  return need(said.TargetHealthDescriptions).map((one) => one.TargetHealth?.State ?? 'unknown')
}

function toCheck(
  one: Readonly<{
    HealthCheckProtocol?: string | undefined
    HealthCheckPath?: string | undefined
    HealthCheckPort?: string | undefined
  }>,
): string | null {
  if (one.HealthCheckProtocol === undefined) return null
  return `${one.HealthCheckProtocol} ${one.HealthCheckPort ?? ''}${one.HealthCheckPath ?? ''}`.trim()
}

function toSwitch(value: string | undefined): boolean | null {
  return value === undefined ? null : value === 'true'
}
