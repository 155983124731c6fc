import { ApiError, toApiError, UNREACHABLE } from './api-error.ts'

// What a signed-in browser sends along; the cookie itself is not readable from here.
let csrf: string | null = null
const refusedListeners = new Set<() => void>()

// Keeps the token that proves that a change was asked by this page.
export function setCsrf(token: string | null): void {
  csrf = token
}

// Calls `listen` when the server no longer takes the session; returns the unsubscriber.
export function onRefused(listen: () => void): () => void {
  refusedListeners.add(listen)
  return () => refusedListeners.delete(listen)
}

// Tells everybody that the session has ended.
export function tellRefused(): void {
  for (const listen of refusedListeners) listen()
}

// Asks for a path of the API. Throws ApiError; a signal that aborts throws its own error.
export function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return request<T>(path, { method: 'GET', ...(signal === undefined ? {} : { signal }) })
}

// Sends a change. Throws ApiError.
export function send<T>(method: 'POST' | 'DELETE', path: string, body?: unknown): Promise<T> {
  const json = body === undefined ? {} : { body: JSON.stringify(body) }
  return request<T>(path, { method, ...json })
}

async function request<T>(path: string, init: RequestInit): Promise<T> {
  const response = await fetch(path, { ...init, headers: toHeaders(init), cache: 'no-store' }).catch(
    (error: unknown) => {
      if (init.signal?.aborted === true) throw error
      throw new ApiError(UNREACHABLE)
    },
  )
  if (!response.ok) {
    if (response.status === 401) tellRefused()
    throw await toApiError(response)
  }
  const body: unknown = await response.json().catch(() => {
    throw new ApiError({ ...UNREACHABLE, code: 'unreadable_answer', message: 'the answer broke off' })
  })
  // The server that serves this page speaks the types of api-types.ts.
  return body as T
}

function toHeaders({ body }: RequestInit): Record<string, string> {
  return {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(csrf === null ? {} : { 'x-vedette-csrf': csrf }),
  }
}
