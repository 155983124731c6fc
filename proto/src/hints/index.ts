// What an operation says about its fields, without the operations: for who reads hints of schemas that it was given.
export { fieldRegistry } from '../operations/fields.ts'
