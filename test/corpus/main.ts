import { readIncidents, writeIncidents } from './files.ts'
import { createIncidents } from './generate.ts'
import { isHeldOut, type Scored, scoreIncident, toFigures } from './score.ts'

if (process.argv.includes('--write')) writeIncidents(createIncidents())
const say = (line: string) => process.stdout.write(`${line}\n`)
const scored: Scored[] = []
for (const incident of readIncidents()) scored.push(await scoreIncident(incident))
for (const { incident, rank, likely, isWrongLikely, verdict } of scored) {
  const place = rank === null ? '-' : rank === 0 ? 'missed' : String(rank)
  const call = likely.length === 0 ? '' : `  likely: ${likely.join(', ')}${isWrongLikely ? ' (WRONG)' : ''}`
  say(
    `${incident.id}  ${incident.tool.padEnd(20)} ${place.padEnd(6)} ${String(verdict).padEnd(16)} ${incident.story}${call}`,
  )
}
const percent = (share: number) => `${(100 * share).toFixed(1)} %`
for (const [name, some] of [
  ['all', scored],
  ['tuned on', scored.filter(({ incident }) => !isHeldOut(incident))],
  ['held out', scored.filter(({ incident }) => isHeldOut(incident))],
] as const) {
  const figures = toFigures(some)
  say(
    `${name}: ${figures.incidents} incidents, ${figures.with_cause} with a cause in view; cause in the first three ${percent(figures.cause_in_three)}; likely on a wrong suspect ${percent(figures.wrong_likely)}; no_change_found while blind ${figures.blind_claims}`,
  )
}
