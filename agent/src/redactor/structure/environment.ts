// Variables whose values say where and how a program runs, and nothing secret.
const SAFE = new Set(
  (
    'PATH HOME USER LANG LANGUAGE TZ PWD SHELL TERM HOSTNAME LOGNAME PORT HOST ENV ENVIRONMENT NODE_ENV RAILS_ENV APP_ENV ' +
    'RACK_ENV LOG_LEVEL LOGLEVEL LOG_FORMAT DEBUG VERBOSE REGION AWS_REGION AWS_DEFAULT_REGION GOMAXPROCS GOMEMLIMIT GOGC ' +
    'JAVA_HOME PYTHONPATH PYTHONUNBUFFERED NAMESPACE POD_NAME POD_IP POD_NAMESPACE NODE_NAME HOST_IP SERVICE_NAME CLUSTER ' +
    'CLUSTER_NAME VERSION RELEASE TIER COMPONENT ROLE MODE WORKERS THREADS TIMEOUT REPLICAS CONCURRENCY ' +
    'OTEL_SERVICE_NAME OTEL_EXPORTER_OTLP_PROTOCOL OTEL_TRACES_SAMPLER DD_ENV DD_SERVICE DD_VERSION DD_SITE'
  ).split(' '),
)
const SAFE_ENDING =
  /_(?:PORT|HOST|LEVEL|REGION|ENV|TIMEOUT|ENABLED|VERSION|NAMESPACE|REPLICAS|THREADS|WORKERS|INTERVAL|LIMIT|SIZE|COUNT|MODE|FORMAT|ZONE|LC_[A-Z]+)$/
// Switches, small numbers, spans of time and sizes: nothing that opens a door.
const SAFE_VALUE = /^(?:true|false|yes|no|on|off|\d{1,6}|\d{1,6}(?:\.\d{1,3})?(?:ms|s|m|h|[KMGT]i?B?)|)$/i

// Tells whether the value of a variable may be shown, apart from what is found in its text.
export function isSafeVariable(name: string, value: string): boolean {
  return SAFE_VALUE.test(value) || SAFE.has(name.toUpperCase()) || SAFE_ENDING.test(name.toUpperCase())
}

// Accounts of systems rather than people.
const SYSTEM_USER =
  /^(?:root|daemon|bin|sys|nobody|www-data|www|nginx|apache|postgres|mysql|redis|rabbitmq|mongodb|elasticsearch|prometheus|grafana|loki|syslog|messagebus|sshd|ntp|chrony|_[a-z0-9_-]+|systemd-[a-z-]+|admin|ubuntu|ec2-user|node|app|nonroot|git|jenkins|system:[\w:.-]+|system|\d+)$/i

// Tells whether an account belongs to a system: its name helps and names nobody.
export function isSystemUser(name: string): boolean {
  return SYSTEM_USER.test(name) || name.includes('gserviceaccount.com')
}
