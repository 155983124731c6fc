import { ArgumentError } from '@vedette/proto/connector'
import { cloudQuotasList } from '@vedette/proto/operations'
import type { Reader } from '../connect.ts'
import { orAbsent } from '../errors.ts'
import { collect, mapPaged, wholeList } from '../pages.ts'
import { serveList } from '../reading.ts'
import { placeOf } from '../values.ts'

// Quotas of one service as they are applied here. AWS measures the use of few of them, and that is not read.
export const serveQuotasList = serveList(cloudQuotasList, {
  async read(reader, input) {
    const { service } = input
    if (service === undefined)
      throw new ArgumentError({
        field: 'service',
        message: 'service is needed on AWS',
        fix: 'name one service, such as ec2, vpc, lambda or rds',
      })
    const paged = await orAbsent(readQuotas(reader, service), undefined)
    if (paged === undefined) return { paged: wholeList([]), unproven: 'service_unknown' }
    const wantsUse = input.near_limit_percent !== undefined
    return {
      paged: mapPaged(paged, (all) => (wantsUse ? [] : all)),
      ...(wantsUse ? { unproven: 'use_is_not_measured' } : {}),
    }
  },
  keyOf: (row) => [row.region ?? '', row.id],
  toValue: ({ rows, total }) => ({ quotas: [...rows], total }),
})

async function readQuotas(reader: Reader, ServiceCode: string) {
  const paged = await collect(async (NextToken) => {
    const said = await reader.call('quotas', 'listServiceQuotas', {
      ServiceCode,
      MaxResults: 100,
      ...(NextToken === undefined ? {} : { NextToken }),
    })
    return { items: said.Quotas, next: said.NextToken }
  })
  return mapPaged(paged, (all) =>
    all.map((one) => ({
      id: one.QuotaCode ?? '',
      name: one.QuotaName ?? '',
      ...placeOf(reader),
      service: one.ServiceCode ?? ServiceCode,
      limit: one.Value ?? null,
      unit: one.Unit === undefined || one.Unit === 'None' ? null : one.Unit,
      used: null,
      used_percent: null,
      adjustable: one.Adjustable ?? null,
    })),
  )
}
