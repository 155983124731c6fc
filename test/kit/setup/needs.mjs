import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findExecutable, isExecutable } from '../../../control-plane/cli/bootstrap/command.mjs'
import { NATS_SERVER } from '../../../control-plane/cli/bootstrap/needs.mjs'

const DEBIAN_POSTGRES = '/usr/lib/postgresql'

/** Every program that the tests start, in the form that `ensurePrograms` takes. */
export const TEST_NEEDS = [
  NATS_SERVER,
  {
    find: () => findExecutable('prometheus'),
    deb: 'prometheus',
    rpm: 'golang-github-prometheus',
    brew: 'prometheus',
    image: 'prom/prometheus',
  },
  {
    find: () => findExecutable('prometheus-alertmanager') ?? findExecutable('alertmanager'),
    deb: 'prometheus-alertmanager',
    rpm: 'golang-github-prometheus-alertmanager',
    brew: 'alertmanager',
    image: 'prom/alertmanager',
  },
  {
    find: () => findExecutable('prometheus-node-exporter') ?? findExecutable('node_exporter'),
    deb: 'prometheus-node-exporter',
    rpm: 'golang-github-prometheus-node-exporter',
    brew: 'node_exporter',
    image: 'prom/node-exporter',
  },
  {
    find: findPostgres,
    deb: 'postgresql',
    rpm: 'postgresql-server',
    brew: 'postgresql@17',
    image: 'postgres',
  },
  {
    find: () => findExecutable('redis-server'),
    deb: 'redis-server',
    rpm: 'redis',
    brew: 'redis',
    image: 'redis',
  },
  {
    find: () => findExecutable('chromium') ?? findExecutable('chromium-browser'),
    deb: 'chromium',
    rpm: 'chromium',
    brew: '--cask chromium',
    image: 'chromedp/headless-shell',
  },
]

// Debian keeps each PostgreSQL version in a folder of its own, off the PATH; the newest is taken.
function findPostgres() {
  const versions = existsSync(DEBIAN_POSTGRES) ? readdirSync(DEBIAN_POSTGRES) : []
  const newestFirst = versions
    .map(Number)
    .filter(Number.isFinite)
    .sort((a, b) => b - a)
  const paths = newestFirst.map((version) => join(DEBIAN_POSTGRES, String(version), 'bin', 'initdb'))
  return paths.find(isExecutable) ?? findExecutable('initdb')
}
