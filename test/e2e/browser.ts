import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { TestContext } from 'node:test'
import { eventually, findProgram } from '@vedette/test/kit'
import { chromium, type Page } from 'playwright-core'
// The pages under test are those of the sources as they are.
import { ensurePages } from '../../control-plane/cli/bootstrap/pages.mjs'

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type DrawnRow = Readonly<{ querySelectorAll: (selector: string) => Iterable<{ innerText: string }> }>

export type Look = Readonly<{ colorScheme?: 'light' | 'dark'; width?: number; height?: number }>

/**
 * A page in a browser of its own; `problems` collects what it throws, logs as errors and breaks of its policy.
 * When the test fails, what the page showed last is printed with it.
 */
export async function openPage(t: TestContext, look: Look = {}) {
  await ensurePages()
  const browser = await chromium.launch({ executablePath: findProgram('chromium'), args: ARGS })
  const { colorScheme = 'light', width = 1200, height = 900 } = look
  const page = await browser.newPage({ colorScheme, viewport: { width, height } })
  page.setDefaultTimeout(60_000)
  const problems: string[] = []
  t.after(async () => {
    // Node has it, its types not yet.
    const isFailed = 'error' in t && t.error !== null
    if (isFailed) process.stderr.write(`the page at the end: ${page.url()}\n${await readAll(page)}\n`)
    await browser.close()
  })
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    // Before anybody has signed in, the first question is refused.
    const isFirst = message.location().url.endsWith('/api/v1/session') && /status of 401/.test(message.text())
    if (message.type() === 'error' && !isFirst) problems.push(message.text())
  })
  return { page, problems }
}

async function readAll(page: Page): Promise<string> {
  try {
    return (await page.locator('body').allInnerTexts()).join('\n')
  } catch (error) {
    return `cannot be read: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** Signs in by a token on the page of this path, and waits for its title. */
export async function signIn(page: Page, url: string, { token, path }: { token: string; path: string }) {
  await page.goto(`${url}${path}`)
  await page.getByLabel('API token').fill(token)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1 }).and(page.locator('#main h1')).waitFor()
}

/** The texts of the cells of each drawn row of a table, by its label, all of one moment; waits until a row is drawn. */
export function readTable(page: Page, label: string): Promise<string[][]> {
  const rows = page.getByRole('table', { name: label, exact: true }).locator('tbody tr[aria-rowindex]')
  return eventually(async () => {
    // The types of a browser are not among those of the tests.
    const found = (await rows.evaluateAll(readCells as never)) as string[][]
    return found.length > 0 && found
  })
}

// Runs in the page.
function readCells(rows: readonly DrawnRow[]): string[][] {
  // biome-ignore lint/performance/useDomNodeTextContent: lines are read as they are drawn
  return rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.innerText))
}

/** What axe finds of serious and critical impact, as `rule: selector`. */
export async function findBarriers(page: Page): Promise<string[]> {
  // Over the debugger: the page's own policy lets no other script in.
  const found: unknown = await page.evaluate(`(async () => {
    ${AXE}
    const { violations } = await axe.run(document, { resultTypes: ['violations'] })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + ': ' + target + ' ' + failureSummary))
  })()`)
  return found as string[] // what the script above returns
}
