export { canonicalJson } from './canonical-json.ts'
export { toSchemaText } from './schema-text.ts'
