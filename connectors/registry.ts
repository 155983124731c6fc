import type { Connector } from '@vedette/proto/connector'
import { hostConnector } from './host/index.ts'
import { prometheusConnector } from './prometheus/index.ts'

// Every connector that the agent knows, by id; adding one adds one line here.
export const CONNECTORS: readonly Connector[] = Object.freeze([hostConnector, prometheusConnector])
