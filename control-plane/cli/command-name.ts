// Our own text with each command in it as the person at this terminal can type it: from a clone there is no `vedette`
// on PATH. Never for text from elsewhere.
export function nameCommands(text: string, command: string): string {
  return command === 'vedette' ? text : text.replaceAll('`vedette ', `\`${command} `)
}
