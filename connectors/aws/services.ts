// How a service speaks and how IAM names it. `actions` holds calls whose permission has another name.
type Facts = Readonly<{
  speaks: 'json' | 'xml'
  prefix: string
  global?: true
  actions?: Readonly<Record<string, string>>
}>

const S3_ACTIONS = Object.freeze({
  ListBuckets: 's3:ListAllMyBuckets',
  GetPublicAccessBlock: 's3:GetBucketPublicAccessBlock',
  GetBucketEncryption: 's3:GetEncryptionConfiguration',
  GetBucketLifecycleConfiguration: 's3:GetLifecycleConfiguration',
  GetBucketReplication: 's3:GetReplicationConfiguration',
  GetObjectLockConfiguration: 's3:GetBucketObjectLockConfiguration',
  HeadBucket: 's3:ListBucket',
})

// The services that are read, by our short names.
export const SERVICES = Object.freeze({
  acm: { speaks: 'json', prefix: 'acm' },
  autoscaling: { speaks: 'xml', prefix: 'autoscaling' },
  backup: { speaks: 'json', prefix: 'backup' },
  budgets: {
    speaks: 'json',
    prefix: 'budgets',
    global: true,
    actions: { DescribeBudgets: 'budgets:ViewBudget' },
  },
  cloudformation: { speaks: 'xml', prefix: 'cloudformation' },
  cloudfront: { speaks: 'xml', prefix: 'cloudfront', global: true },
  cloudtrail: { speaks: 'json', prefix: 'cloudtrail' },
  cloudwatch: { speaks: 'json', prefix: 'cloudwatch' },
  codedeploy: { speaks: 'json', prefix: 'codedeploy' },
  cost: { speaks: 'json', prefix: 'ce', global: true },
  ec2: { speaks: 'xml', prefix: 'ec2' },
  ecr: { speaks: 'json', prefix: 'ecr' },
  ecs: { speaks: 'json', prefix: 'ecs' },
  eks: { speaks: 'json', prefix: 'eks' },
  elasticache: { speaks: 'xml', prefix: 'elasticache' },
  elb: { speaks: 'xml', prefix: 'elasticloadbalancing' },
  elbv2: { speaks: 'xml', prefix: 'elasticloadbalancing' },
  health: { speaks: 'json', prefix: 'health', global: true },
  iam: { speaks: 'xml', prefix: 'iam', global: true },
  lambda: { speaks: 'json', prefix: 'lambda' },
  logs: { speaks: 'json', prefix: 'logs' },
  organizations: { speaks: 'json', prefix: 'organizations', global: true },
  quotas: { speaks: 'json', prefix: 'servicequotas' },
  rds: { speaks: 'xml', prefix: 'rds' },
  route53: { speaks: 'xml', prefix: 'route53', global: true },
  s3: { speaks: 'xml', prefix: 's3', actions: S3_ACTIONS },
  secrets: { speaks: 'json', prefix: 'secretsmanager' },
  securityhub: { speaks: 'json', prefix: 'securityhub' },
  sns: { speaks: 'xml', prefix: 'sns' },
  sqs: { speaks: 'json', prefix: 'sqs' },
  sts: { speaks: 'xml', prefix: 'sts' },
  tagging: { speaks: 'json', prefix: 'tag' },
} as const satisfies Record<string, Facts>)

export type Service = keyof typeof SERVICES

// The permission that a call needs, in IAM's words: `ec2`, `describeInstances` gives `ec2:DescribeInstances`.
export function toAction(service: Service, method: string): string {
  const facts: Facts = SERVICES[service]
  const name = `${method.slice(0, 1).toUpperCase()}${method.slice(1)}`
  return facts.actions?.[name] ?? `${facts.prefix}:${name}`
}

// Where calls of a global service go: the region that holds it in the partition of `region`.
export function toGlobalRegion(region: string): string {
  if (region.startsWith('cn-')) return 'cn-north-1'
  return region.startsWith('us-gov-') ? 'us-gov-west-1' : 'us-east-1'
}
