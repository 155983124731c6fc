import { useRoute } from 'wouter'
import { InvestigationList } from './investigation-list.tsx'
import { InvestigationView } from './investigation-view.tsx'

// Threads of calls: the list, or one by its permalink.
export function InvestigationsPage() {
  const [isOne, parameters] = useRoute('/investigations/:id')
  return isOne ? <InvestigationView key={parameters.id} id={parameters.id} /> : <InvestigationList />
}
