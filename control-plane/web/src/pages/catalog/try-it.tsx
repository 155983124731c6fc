import { Alert, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useMemo, useState } from 'react'
import { ApiError, type CatalogDetail, send, toProblem } from '../../api/index.ts'
import { Answer } from './answer.tsx'
import { FieldInput } from './field-input.tsx'
import { toArguments, toFields } from './to-fields.ts'

const READS: readonly string[] = Object.freeze(['metadata', 'read', 'metered_read', 'protected_read'])

// A form for the arguments of a tool; it takes the same path as a call over MCP, with the rights of who is signed in.
export function TryIt({ tool }: Readonly<{ tool: CatalogDetail }>) {
  const fields = useMemo(() => toFields(tool.input_schema), [tool.input_schema])
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<Readonly<{ field: string; message: string }> | null>(null)
  const calling = useMutation({
    mutationFn: (given: Readonly<Record<string, unknown>>) =>
      send<unknown>('POST', '/api/v1/call', { tool: tool.tool, arguments: given, interactive: true }),
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const parsed = toArguments(fields, typed)
    setProblem(parsed.kind === 'invalid' ? parsed : null)
    if (parsed.kind === 'arguments') calling.mutate(parsed.value)
  }
  const told = problem ?? toFieldProblem(calling.error)
  const isRead = READS.includes(tool.tier)
  return (
    <>
      <form onSubmit={submit} className="stack try" noValidate>
        {isRead ? null : (
          <p className="problem">
            This changes something. Depending on your token it runs at once, or waits for a person on the
            Approvals page.
          </p>
        )}
        {fields.map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            value={typed[field.name] ?? ''}
            problem={told?.field === field.name ? told.message : null}
            onChange={(value) => {
              setProblem(null)
              setTyped((before) => ({ ...before, [field.name]: value }))
            }}
          />
        ))}
        <div>
          <Button type="submit" loading={calling.isPending}>
            {isRead ? 'Ask' : 'Ask for it'}
          </Button>
        </div>
      </form>
      <div aria-live="polite">
        {calling.error === null ? null : <Failed error={calling.error} />}
        {calling.data === undefined ? null : <Answer answer={calling.data} />}
      </div>
    </>
  )
}

function Failed({ error }: Readonly<{ error: unknown }>) {
  const { text, fix, code } = toProblem(error)
  return (
    <Alert color="red" title={`No answer: ${code}`} role="alert">
      {text}
      {fix === null ? '.' : `: ${fix}.`} Nothing was learned from this call.
    </Alert>
  )
}

function toFieldProblem(error: unknown): Readonly<{ field: string; message: string }> | null {
  if (!(error instanceof ApiError) || error.facts.field === null) return null
  return { field: error.facts.field, message: error.message }
}
