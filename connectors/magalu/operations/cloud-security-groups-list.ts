import { ArgumentError } from '@vedette/proto/connector'
import { cloudSecurityGroupsList } from '@vedette/proto/operations'
import { mapSome } from '../lists.ts'
import { type Group, isOpen, type Rule, readGroup, readGroups, toPeer } from '../network.ts'
import { type Site, serveList } from '../reading.ts'

// Security groups with what they let in from anywhere, which takes one question a group.
export const serveCloudSecurityGroupsList = serveList(cloudSecurityGroupsList, {
  async read(site, { network, open_to, port, tag }) {
    if (open_to !== undefined && open_to !== '0.0.0.0/0' && open_to !== '::/0')
      throw new ArgumentError({
        field: 'open_to',
        message: 'only what is open to every address can be looked for',
        fix: 'give 0.0.0.0/0 or ::/0, or read the rules of a group',
      })
    const paged = await readGroups(site)
    const wanted = paged.items.filter((one) => network === undefined || one.vpc_id === network)
    const details = await mapSome(wanted, ({ id }) => readGroup(site, id))
    const rows = details
      .filter(({ rules }) => {
        const open = rules.filter((one) => one.direction === 'ingress' && takesPort(one, port))
        const isMeant = (one: Rule) =>
          isOpen(one) && (open_to === undefined || isSix(toPeer(one)) === isSix(open_to))
        return (
          tag === undefined &&
          (open_to === undefined ? port === undefined || open.length > 0 : open.some(isMeant))
        )
      })
      .map((one) => toRow(site, one))
    const isUnsure = network !== undefined && paged.items.some((one) => one.vpc_id == null)
    return {
      rows,
      paged: [paged],
      unproven:
        tag !== undefined ? 'groups_have_no_labels' : isUnsure ? 'groups_without_a_network' : undefined,
    }
  },
  keyOf: (row) => [row.region ?? '', row.name ?? '', row.id],
  toValue: ({ rows, total }) => ({ groups: rows, total }),
})

function isSix(cidr: string): boolean {
  return cidr.includes(':')
}

// A rule without a range takes every port.
function takesPort(one: Rule, port: number | undefined): boolean {
  const [from, to] = [one.port_range_min ?? 0, one.port_range_max ?? 65_535]
  return port === undefined || (port >= from && port <= to)
}

function toRow(site: Site, one: Group & Readonly<{ rules: readonly Rule[] }>) {
  const countOf = (direction: string) => one.rules.filter((each) => each.direction === direction).length
  return {
    id: one.id,
    name: one.name ?? null,
    account: site.account,
    region: site.region,
    tags: null,
    network: one.vpc_id ?? null,
    description: one.description ?? null,
    ingress_rules: countOf('ingress'),
    egress_rules: countOf('egress'),
    open_to_internet: one.rules.filter(isOpen).map((each) => ({
      protocol: each.protocol ?? 'all',
      from_port: each.port_range_min ?? null,
      to_port: each.port_range_max ?? null,
      cidr: toPeer(each),
    })),
    attached: one.ports == null ? null : one.ports.length,
  }
}
