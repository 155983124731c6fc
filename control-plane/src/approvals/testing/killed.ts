// A process that runs one approved action and says each step on its standard output, until somebody kills it.
import { watchSteps } from './crash.ts'
import { createStand, obey } from './stand.ts'

const [url = '', id = '', effectUrl = ''] = process.argv.slice(2)
const say = (line: string) => process.stdout.write(`${line}\n`)

const stand = await createStand({
  url,
  writer: `cp_${process.pid}`,
  async answer(request) {
    say('step')
    if (request.preview === undefined) await fetch(`${effectUrl}/${request.approval?.id}`, { method: 'POST' })
    say('step')
    return obey(request, [])
  },
  wrap: (parts) =>
    watchSteps(parts, async (work) => {
      say('step')
      const value = await work()
      say('step')
      return value
    }),
})
await stand.call('actions_run', { id })
say('ran')
await stand.close()
