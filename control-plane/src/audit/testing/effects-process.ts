import { appendFileSync } from 'node:fs'
import { systemClock } from '@vedette/proto/clock'
import { createSigner, loadOperator, operatorFile } from '../../identity/index.ts'
import { createStore } from '../../store/index.ts'
import { auditEffect, createAudit } from '../index.ts'

// A process that does effects for ever, each a line in a file, with reads in between, until it is killed:
// `node effects-process.ts FOLDER WRITER`.
const [, , folder = '', writer = ''] = process.argv
const operator = await loadOperator(operatorFile(folder))
if (operator === null) throw new RangeError('the folder has no operator')
const store = await createStore({ url: `sqlite:${folder}/store.db`, clock: systemClock })
const audit = createAudit({ store, writer, clock: systemClock, sign: createSigner(operator) })
const base = { organisation: 'acme', principal: 'tok_1' }
process.send?.('ready')
for (let at = 0; ; at += 1) {
  for (let read = 0; read < at % 4; read += 1) audit.record('operation', { ...base, action: `read.${at}` })
  await auditEffect(
    audit,
    { ...base, action: 'effect', call: `${writer}-${at}` },
    {
      run: async () => appendFileSync(`${folder}/effects`, `${writer}-${at}\n`),
      toFacts: () => ({ outcome: ['done'] }),
    },
  )
}
