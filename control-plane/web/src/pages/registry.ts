import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

export type PageEntry = Readonly<{
  path: string
  title: string
  Page: LazyExoticComponent<ComponentType>
}>

// Every page, in the order of the navigation; each is loaded when it is first opened.
export const PAGES: readonly PageEntry[] = Object.freeze([
  {
    path: '/fleet',
    title: 'Fleet',
    Page: lazy(async () => ({ default: (await import('./fleet/fleet-page.tsx')).FleetPage })),
  },
  {
    path: '/catalog',
    title: 'Catalog',
    Page: lazy(async () => ({ default: (await import('./catalog/catalog-page.tsx')).CatalogPage })),
  },
  {
    path: '/policy',
    title: 'Policy',
    Page: lazy(async () => ({ default: (await import('./policy/policy-page.tsx')).PolicyPage })),
  },
  {
    path: '/approvals',
    title: 'Approvals',
    Page: lazy(async () => ({ default: (await import('./approvals/approvals-page.tsx')).ApprovalsPage })),
  },
  {
    path: '/investigations',
    title: 'Investigations',
    Page: lazy(async () => ({
      default: (await import('./investigations/investigations-page.tsx')).InvestigationsPage,
    })),
  },
  {
    path: '/audit',
    title: 'Audit',
    Page: lazy(async () => ({ default: (await import('./audit/audit-page.tsx')).AuditPage })),
  },
  {
    path: '/connect',
    title: 'Connect',
    Page: lazy(async () => ({ default: (await import('./connect/connect-page.tsx')).ConnectPage })),
  },
])
