import type { Paged } from '@vedette/connectors/kit'
import type { Output } from './client.ts'
import type { Reader } from './connect.ts'
import { collect } from './pages.ts'

type Filters = readonly Readonly<{ Name: string; Values: string[] }>[]

// A server-side filter of EC2, or none.
export function by(name: string, value: string | undefined): Filters {
  return value === undefined ? [] : [{ Name: name, Values: [value] }]
}

type Row<
  M extends
    | 'describeNetworkInterfaces'
    | 'describeSecurityGroups'
    | 'describeSubnets'
    | 'describeRouteTables'
    | 'describeVpcs'
    | 'describeFlowLogs',
  K extends string,
> =
  Output<'ec2', M> extends Readonly<Record<K, infer L>> | { [Key in K]?: infer L }
    ? NonNullable<L> extends readonly (infer R)[]
      ? R
      : never
    : never
export type NetworkInterface = Row<'describeNetworkInterfaces', 'NetworkInterfaces'>
export type SecurityGroup = Row<'describeSecurityGroups', 'SecurityGroups'>
export type RouteTable = Row<'describeRouteTables', 'RouteTables'>
export type Subnet = Row<'describeSubnets', 'Subnets'>
export type Vpc = Row<'describeVpcs', 'Vpcs'>
export type FlowLog = Row<'describeFlowLogs', 'FlowLogs'>

// Network interfaces of a region, to their end.
export function readInterfaces(reader: Reader, filters: Filters = []): Promise<Paged<NetworkInterface>> {
  return collect(async (NextToken) => {
    const said = await reader.call('ec2', 'describeNetworkInterfaces', {
      MaxResults: 1000,
      ...rest(filters, NextToken),
    })
    return { items: said.NetworkInterfaces, next: said.NextToken }
  })
}

// Security groups of a region, to their end.
export function readSecurityGroups(reader: Reader, filters: Filters = []): Promise<Paged<SecurityGroup>> {
  return collect(async (NextToken) => {
    const said = await reader.call('ec2', 'describeSecurityGroups', {
      MaxResults: 1000,
      ...rest(filters, NextToken),
    })
    return { items: said.SecurityGroups, next: said.NextToken }
  })
}

// Route tables of a region, to their end.
export function readRouteTables(reader: Reader, filters: Filters = []): Promise<Paged<RouteTable>> {
  return collect(async (NextToken) => {
    const said = await reader.call('ec2', 'describeRouteTables', {
      MaxResults: 100,
      ...rest(filters, NextToken),
    })
    return { items: said.RouteTables, next: said.NextToken }
  })
}

// Subnets of a region, to their end.
export function readSubnets(reader: Reader, filters: Filters = []): Promise<Paged<Subnet>> {
  return collect(async (NextToken) => {
    const said = await reader.call('ec2', 'describeSubnets', {
      MaxResults: 1000,
      ...rest(filters, NextToken),
    })
    return { items: said.Subnets, next: said.NextToken }
  })
}

// Networks of a region, to their end.
export function readVpcs(reader: Reader, filters: Filters = []): Promise<Paged<Vpc>> {
  return collect(async (NextToken) => {
    const said = await reader.call('ec2', 'describeVpcs', { MaxResults: 1000, ...rest(filters, NextToken) })
    return { items: said.Vpcs, next: said.NextToken }
  })
}

// Flow logs of a region, to their end.
export function readFlowLogs(reader: Reader): Promise<Paged<FlowLog>> {
  return collect(async (NextToken) => {
    const said = await reader.call('ec2', 'describeFlowLogs', { MaxResults: 1000, ...rest([], NextToken) })
    return { items: said.FlowLogs, next: said.NextToken }
  })
}

function rest(filters: Filters, NextToken: string | undefined) {
  return {
    ...(filters.length === 0 ? {} : { Filters: [...filters] }),
    ...(NextToken === undefined ? {} : { NextToken }),
  }
}
