export { decodeText } from './blobs.ts'
export type { ByteAnswer, ByteClient, ByteRequest } from './bytes.ts'
export { createByteClient } from './bytes.ts'
export { cidrHolds, isCidr } from './cidr.ts'
export { checkOnce, checkWithin, withAnyOf } from './claims.ts'
export { withDeadline } from './deadline.ts'
export type { JoinedSegment, PathSegment, QueryValues, SegmentKind, VerbSegment } from './encode.ts'
export { ANY, checkSegment, ENDING_SLASH, SEGMENTS, SLASH, splitSegments } from './encode.ts'
export type { Endpoint, EndpointConfig } from './endpoint.ts'
export { createEndpoint, endpointFields, notFound } from './endpoint.ts'
export type {
  ChangeRequest,
  HttpClient,
  HttpClientOptions,
  HttpRequest,
  HttpResponse,
  TextResponse,
} from './http.ts'
export { createHttpClient, MAX_BODY_BYTES } from './http.ts'
export { isWithin, readGivenSpan, toMs, toTime } from './instants.ts'
export { parseBoundedJson } from './json.ts'
export type { Line } from './lines.ts'
export { pickLines } from './lines.ts'
export { matchVisible } from './match.ts'
export type { Page, Paged, RowKey, Slice } from './paging.ts'
export { readPages, sliceByKey, slicePage, toPagedReading, toSliceReading } from './paging.ts'
export { probeWith } from './probe.ts'
export { sideBySide, together } from './side-by-side.ts'
export type { SocketBounds, SocketTls } from './socket.ts'
export { createGuardedSocket, guardStream, openTlsSocket, toTlsOptions } from './socket.ts'
export type { HttpFailure, StatusTable } from './status.ts'
export { parseRetryAfter, toNetworkError, toStatusError } from './status.ts'
export type { Evidence, Span, ToldFacts } from './tell.ts'
export { askHalf, readSpan, tellPart, tellReading } from './tell.ts'
export { chooseStep, parseInstant, toEpochSeconds, toRfc3339 } from './window.ts'
