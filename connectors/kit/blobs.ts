// A file's text from base64, or undefined when it is not text in UTF-8.
export function decodeText(content: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(content.replaceAll(/\s/g, '')), (char) => char.charCodeAt(0))
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}
