import '@mantine/core/styles.css'
import './app.css'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiError } from './api/api-error.ts'
import { SessionProvider } from './api/session.tsx'
import { App } from './app.tsx'
import { COLOR_SCHEMES } from './shell/color-schemes.ts'
import { ErrorBoundary } from './shell/error-boundary.tsx'

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // What is the caller's to mend does not mend itself.
      retry: (failures, error) => failures < 2 && error instanceof ApiError && error.facts.retryable,
    },
  },
})

const root = document.getElementById('root')
if (root === null) throw new TypeError('index.html has no #root')
// Every variable and class of Mantine comes from its own files: the policy allows no style element made by a script.
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      defaultColorScheme="auto"
      colorSchemeManager={COLOR_SCHEMES}
      withCssVariables={false}
      withStaticClasses={false}
      withGlobalClasses={false}
    >
      <ErrorBoundary>
        <QueryClientProvider client={queries}>
          <SessionProvider>
            <App />
          </SessionProvider>
        </QueryClientProvider>
      </ErrorBoundary>
    </MantineProvider>
  </StrictMode>,
)
