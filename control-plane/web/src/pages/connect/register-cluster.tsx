import { Button, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { ApiError, send, toProblem } from '../../api/index.ts'

type Typed = Readonly<{
  alias: string
  issuer: string
  namespace: string
  serviceaccount: string
  jwks: string
}>
type Diff = Readonly<{ added: readonly string[]; changed: readonly Readonly<{ alias: string }>[] }>

const NOTHING: Typed = {
  alias: '',
  issuer: '',
  namespace: 'vedette',
  serviceaccount: 'vedette-agent',
  jwks: '',
}

const FIELDS: readonly Readonly<{ key: Exclude<keyof Typed, 'jwks'>; label: string; description: string }>[] =
  [
    { key: 'alias', label: 'Alias', description: 'Its name in every question and answer' },
    {
      key: 'issuer',
      label: 'Issuer',
      description: 'kubectl get --raw /.well-known/openid-configuration; may be empty with keys below',
    },
    { key: 'namespace', label: 'Namespace of the agent', description: '' },
    { key: 'serviceaccount', label: 'ServiceAccount of the agent', description: '' },
  ]

// Registers one cluster, or changes it; the server checks what is given and says what it did.
export function RegisterCluster() {
  const cache = useQueryClient()
  const [typed, setTyped] = useState<Typed>(NOTHING)
  const [notJson, setNotJson] = useState(false)
  const registering = useMutation({
    mutationFn: (cluster: object) => send<Diff>('POST', '/api/v1/clusters', { clusters: [cluster] }),
    onSuccess: () => {
      setTyped(NOTHING)
      return cache.invalidateQueries({ queryKey: ['clusters'] })
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const jwks = parseJson(typed.jwks)
    setNotJson(jwks === undefined)
    if (jwks === undefined) return
    const { alias, issuer, namespace, serviceaccount } = typed
    registering.mutate({
      alias: alias.trim(),
      namespace: namespace.trim(),
      serviceaccount: serviceaccount.trim(),
      ...(issuer.trim() === '' ? {} : { issuer: issuer.trim() }),
      ...(jwks === null ? {} : { jwks }),
    })
  }
  return (
    <form onSubmit={submit} className="stack try">
      {FIELDS.map(({ key, label, description }) => (
        <TextInput
          key={key}
          label={label}
          description={description}
          required={key !== 'issuer'}
          value={typed[key]}
          onChange={(event) => setTyped({ ...typed, [key]: event.currentTarget.value })}
        />
      ))}
      <Textarea
        label="Public keys (JWKS)"
        description="kubectl get --raw /openid/v1/jwks; needed when the issuer is a name inside the cluster"
        rows={3}
        value={typed.jwks}
        error={notJson ? 'is not JSON' : null}
        onChange={(event) => setTyped({ ...typed, jwks: event.currentTarget.value })}
      />
      <div>
        <Button type="submit" loading={registering.isPending}>
          Register
        </Button>
      </div>
      <p role="status">{registering.data === undefined ? '' : toSentence(registering.data)}</p>
      <p role="alert" className="problem">
        {registering.error === null ? '' : `Not registered: ${toText(registering.error)}`}
      </p>
    </form>
  )
}

function toSentence({ added, changed }: Diff): string {
  if (added.length > 0) return `Registered ${added.join(', ')}.`
  if (changed.length > 0) return `Changed ${changed.map(({ alias }) => alias).join(', ')}.`
  return 'It was registered like this already.'
}

function toText(error: unknown): string {
  const { text, fix } = toProblem(error)
  const field = error instanceof ApiError ? error.facts.field?.split('.').at(-1) : undefined
  const said = field === undefined ? text : `${field} ${text}`
  return fix === null ? `${said}.` : `${said}; ${fix}.`
}

// Null for nothing, undefined for what is no JSON.
function parseJson(text: string): unknown {
  if (text.trim() === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
