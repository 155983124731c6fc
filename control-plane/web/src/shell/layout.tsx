import { Button } from '@mantine/core'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Link, Redirect, Route, Switch, useLocation } from 'wouter'
import { useSession } from '../api/session.tsx'
import { PAGES, type PageEntry } from '../pages/registry.ts'
import { Account } from './account.tsx'
import { ErrorBoundary } from './error-boundary.tsx'

// Navigation, who is signed in, and the page that the address names.
export function Layout() {
  const [isOpen, setOpen] = useState(false)
  const [path] = useLocation()
  const { organisation } = useSession()
  return (
    <div className="layout">
      <a className="skip" href="#main">
        Skip to the page
      </a>
      <header className="top">
        <div className="brand">
          <strong>Vedette</strong> <span className="quiet">{organisation}</span>
        </div>
        <Button
          variant="default"
          size="compact-md"
          className="menu-button"
          aria-expanded={isOpen}
          aria-controls="navigation"
          onClick={() => setOpen(!isOpen)}
        >
          Menu
        </Button>
        <div id="navigation" className="navigation" data-open={isOpen}>
          <nav aria-label="Pages">
            <ul>
              {PAGES.map((page) => (
                <li key={page.path}>
                  <Link
                    href={page.path}
                    aria-current={isWithin(path, page) ? 'page' : undefined}
                    onClick={() => setOpen(false)}
                  >
                    {page.title}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <Account />
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        <Switch>
          {PAGES.map((page) => (
            <Route key={page.path} path={`${page.path}/*?`}>
              <PageFrame page={page} />
            </Route>
          ))}
          <Route>
            <Redirect to="/fleet" />
          </Route>
        </Switch>
      </main>
    </div>
  )
}

// One page with its title; a failure inside stays inside.
function PageFrame({ page: { title, Page } }: Readonly<{ page: PageEntry }>) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} - Vedette`
    // Somebody who does not see the page change hears its name.
    heading.current?.focus()
  }, [title])
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <ErrorBoundary key={title}>
        <Suspense fallback={<p className="quiet">Opening ...</p>}>
          <Page />
        </Suspense>
      </ErrorBoundary>
    </>
  )
}

function isWithin(path: string, page: PageEntry): boolean {
  return path === page.path || path.startsWith(`${page.path}/`)
}
