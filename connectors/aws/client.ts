import type { ACM } from '@aws-sdk/client-acm'
import type { AutoScaling } from '@aws-sdk/client-auto-scaling'
import type { Backup } from '@aws-sdk/client-backup'
import type { Budgets } from '@aws-sdk/client-budgets'
import type { CloudFormation } from '@aws-sdk/client-cloudformation'
import type { CloudFront } from '@aws-sdk/client-cloudfront'
import type { CloudTrail } from '@aws-sdk/client-cloudtrail'
import type { CloudWatch } from '@aws-sdk/client-cloudwatch'
import type { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs'
import type { CodeDeploy } from '@aws-sdk/client-codedeploy'
import type { CostExplorer } from '@aws-sdk/client-cost-explorer'
import type { EC2 } from '@aws-sdk/client-ec2'
import type { ECR } from '@aws-sdk/client-ecr'
import type { ECS } from '@aws-sdk/client-ecs'
import type { EKS } from '@aws-sdk/client-eks'
import type { ElasticLoadBalancing } from '@aws-sdk/client-elastic-load-balancing'
import type { ElasticLoadBalancingV2 } from '@aws-sdk/client-elastic-load-balancing-v2'
import type { ElastiCache } from '@aws-sdk/client-elasticache'
import type { Health } from '@aws-sdk/client-health'
import type { IAM } from '@aws-sdk/client-iam'
import type { Lambda } from '@aws-sdk/client-lambda'
import type { Organizations } from '@aws-sdk/client-organizations'
import type { RDS } from '@aws-sdk/client-rds'
import type { ResourceGroupsTaggingAPI } from '@aws-sdk/client-resource-groups-tagging-api'
import type { Route53 } from '@aws-sdk/client-route-53'
import type { S3 } from '@aws-sdk/client-s3'
import type { SecretsManager } from '@aws-sdk/client-secrets-manager'
import type { SecurityHub } from '@aws-sdk/client-securityhub'
import type { ServiceQuotas } from '@aws-sdk/client-service-quotas'
import type { SNS } from '@aws-sdk/client-sns'
import type { SQS } from '@aws-sdk/client-sqs'
import type { STS } from '@aws-sdk/client-sts'
import { type CallContext, SourceError } from '@vedette/proto/connector'
import type { Keys } from './credentials.ts'
import type { SdkHandler } from './handler.ts'
import type { Service } from './services.ts'

// Every service by our short name and the client that its package gives.
export type Apis = {
  acm: ACM
  autoscaling: AutoScaling
  backup: Backup
  budgets: Budgets
  cloudformation: CloudFormation
  cloudfront: CloudFront
  cloudtrail: CloudTrail
  cloudwatch: CloudWatch
  codedeploy: CodeDeploy
  cost: CostExplorer
  ec2: EC2
  ecr: ECR
  ecs: ECS
  eks: EKS
  elasticache: ElastiCache
  elb: ElasticLoadBalancing
  elbv2: ElasticLoadBalancingV2
  health: Health
  iam: IAM
  lambda: Lambda
  logs: CloudWatchLogs
  organizations: Organizations
  quotas: ServiceQuotas
  rds: RDS
  route53: Route53
  s3: S3
  secrets: SecretsManager
  securityhub: SecurityHub
  sns: SNS
  sqs: SQS
  sts: STS
  tagging: ResourceGroupsTaggingAPI
}

// Imported on first use of the service: each costs memory that an agent without it never pays.
const LOADERS: { readonly [S in Service]: () => Promise<new (config: SdkConfig) => Apis[S]> } = Object.freeze(
  {
    acm: () => take(import('@aws-sdk/client-acm'), 'ACM'),
    autoscaling: () => take(import('@aws-sdk/client-auto-scaling'), 'AutoScaling'),
    backup: () => take(import('@aws-sdk/client-backup'), 'Backup'),
    budgets: () => take(import('@aws-sdk/client-budgets'), 'Budgets'),
    cloudformation: () => take(import('@aws-sdk/client-cloudformation'), 'CloudFormation'),
    cloudfront: () => take(import('@aws-sdk/client-cloudfront'), 'CloudFront'),
    cloudtrail: () => take(import('@aws-sdk/client-cloudtrail'), 'CloudTrail'),
    cloudwatch: () => take(import('@aws-sdk/client-cloudwatch'), 'CloudWatch'),
    codedeploy: () => take(import('@aws-sdk/client-codedeploy'), 'CodeDeploy'),
    cost: () => take(import('@aws-sdk/client-cost-explorer'), 'CostExplorer'),
    ec2: () => take(import('@aws-sdk/client-ec2'), 'EC2'),
    ecr: () => take(import('@aws-sdk/client-ecr'), 'ECR'),
    ecs: () => take(import('@aws-sdk/client-ecs'), 'ECS'),
    eks: () => take(import('@aws-sdk/client-eks'), 'EKS'),
    elasticache: () => take(import('@aws-sdk/client-elasticache'), 'ElastiCache'),
    elb: () => take(import('@aws-sdk/client-elastic-load-balancing'), 'ElasticLoadBalancing'),
    elbv2: () => take(import('@aws-sdk/client-elastic-load-balancing-v2'), 'ElasticLoadBalancingV2'),
    health: () => take(import('@aws-sdk/client-health'), 'Health'),
    iam: () => take(import('@aws-sdk/client-iam'), 'IAM'),
    lambda: () => take(import('@aws-sdk/client-lambda'), 'Lambda'),
    logs: () => take(import('@aws-sdk/client-cloudwatch-logs'), 'CloudWatchLogs'),
    organizations: () => take(import('@aws-sdk/client-organizations'), 'Organizations'),
    quotas: () => take(import('@aws-sdk/client-service-quotas'), 'ServiceQuotas'),
    rds: () => take(import('@aws-sdk/client-rds'), 'RDS'),
    route53: () => take(import('@aws-sdk/client-route-53'), 'Route53'),
    s3: () => take(import('@aws-sdk/client-s3'), 'S3'),
    secrets: () => take(import('@aws-sdk/client-secrets-manager'), 'SecretsManager'),
    securityhub: () => take(import('@aws-sdk/client-securityhub'), 'SecurityHub'),
    sns: () => take(import('@aws-sdk/client-sns'), 'SNS'),
    sqs: () => take(import('@aws-sdk/client-sqs'), 'SQS'),
    sts: () => take(import('@aws-sdk/client-sts'), 'STS'),
    tagging: () => take(import('@aws-sdk/client-resource-groups-tagging-api'), 'ResourceGroupsTaggingAPI'),
  },
)

// One client of a package. A bundle may hand a CommonJS package over as `default` alone.
async function take<M extends object, K extends keyof M>(loading: Promise<M>, name: K): Promise<M[K]> {
  const given = await loading
  if (name in given) return given[name]
  const whole = Reflect.get(given, 'default') as M // what the package exports
  return whole[name]
}

type SdkConfig = {
  region: string
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string }
  endpoint?: string
  requestHandler: SdkHandler
  maxAttempts: number
  retryMode: 'standard'
  defaultsMode: 'standard'
  useFipsEndpoint: boolean
  useDualstackEndpoint: boolean
  forcePathStyle: boolean
  useQueueUrlAsEndpoint: boolean
}

// The calls of one service: those that answer a promise for one input.
type Shape<F> = F extends {
  (args: infer I, options?: infer _A): Promise<infer R>
  (args: infer _B, callback: infer _C): void
  (args: infer _D, options: infer _E, callback: infer _F): void
}
  ? { input: I; output: R }
  : never
export type Method<S extends Service> = keyof Apis[S] & string
export type Input<S extends Service, M extends Method<S>> = Shape<Apis[S][M]>['input']
export type Output<S extends Service, M extends Method<S>> = Omit<Shape<Apis[S][M]>['output'], '$metadata'>

export type Target<S extends Service> = Readonly<{
  service: S
  region: string
  keys: Keys
  context: CallContext
}>

export type Sdk = Readonly<{
  // Sends one call; what fails is a SourceError or an ArgumentError of closed fields.
  call<S extends Service, M extends Method<S>>(
    target: Target<S>,
    method: M,
    input: Input<S, M>,
  ): Promise<Output<S, M>>
}>

const MAX_CLIENTS = 64

// The SDK's clients, one for each service, region and key, over one bounded handler; the least used one is dropped.
export function createSdk(options: Readonly<{ handler: SdkHandler; endpoint?: string | undefined }>): Sdk {
  const clients = new Map<string, unknown>()

  async function clientOf<S extends Service>({ service, region, keys }: Target<S>): Promise<Apis[S]> {
    const key = JSON.stringify([service, region, keys.accessKeyId, keys.sessionToken])
    const Client = await LOADERS[service]()
    const found = clients.get(key) ?? new Client(toConfig(region, keys))
    clients.delete(key)
    clients.set(key, found)
    const [oldest] = clients.keys()
    if (clients.size > MAX_CLIENTS && oldest !== undefined) clients.delete(oldest)
    return found as Apis[S] // the key names the service
  }

  function toConfig(region: string, { accessKeyId, secretAccessKey, sessionToken }: Keys): SdkConfig {
    const token = sessionToken === undefined ? {} : { sessionToken }
    return {
      region,
      credentials: { accessKeyId, secretAccessKey, ...token },
      ...(options.endpoint === undefined ? {} : { endpoint: options.endpoint }),
      requestHandler: options.handler,
      // Retries, time-outs and their budgets are the kit's.
      maxAttempts: 1,
      retryMode: 'standard',
      defaultsMode: 'standard',
      useFipsEndpoint: false,
      useDualstackEndpoint: false,
      forcePathStyle: true,
      // Addresses come from the configuration, never from an answer.
      useQueueUrlAsEndpoint: false,
    }
  }

  return {
    async call(target, method, input) {
      const client = await clientOf(target)
      const run = client[method] as Run<Output<typeof target.service, typeof method>> // Method lists calls only
      const { service, region, context } = target
      try {
        return await run.call(client, input, { call: { service, method, region, context } })
      } catch (error) {
        throw toOwn(error)
      }
    },
  }
}

type Run<O> = (this: unknown, input: unknown, options: unknown) => Promise<O>

// The handler's own errors pass; whatever else the SDK throws is an answer that it could not read.
function toOwn(error: unknown): unknown {
  if (error instanceof SourceError || (error instanceof Error && error.name === 'ArgumentError')) return error
  if (error instanceof TypeError || error instanceof SyntaxError || isSdkError(error))
    return new SourceError('unusable', { why: 'unparseable' })
  return error
}

function isSdkError(error: unknown): boolean {
  return error instanceof Error && '$metadata' in error
}
