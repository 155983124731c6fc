import { useRoute } from 'wouter'
import { ToolDetail } from './tool-detail.tsx'
import { ToolList } from './tool-list.tsx'

// Everything that could be asked: the list, or one tool by its address.
export function CatalogPage() {
  const [isTool, parameters] = useRoute('/catalog/:tool')
  return isTool ? <ToolDetail key={parameters.tool} name={parameters.tool} /> : <ToolList />
}
