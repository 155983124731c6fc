// A language other than PromQL and the shapes that give it away; looked at only after parsing as PromQL failed.
const FOREIGN = Object.freeze([
  {
    language: 'LogQL',
    shape:
      /\}\s*(?:\|=|\|~|!=\s*["`]|!~\s*["`]|\|\s*(?:json|logfmt|pattern|regexp|line_format|label_format|unwrap)\b)/,
  },
  { language: 'Datadog', shape: /\b(?:avg|sum|min|max|count|p\d{2}):[\w.]+(?:\{|\s|$)/ },
  { language: 'TraceQL', shape: /\{\s*(?:\.|span\.|resource\.|span:|trace:)/ },
  { language: 'SQL', shape: /^\s*(?:select|with)\s[\s\S]*\bfrom\b/i },
  { language: 'CloudWatch', shape: /^\s*(?:fields\s+@|SEARCH\(|select\s+\w+\(.*\bschema\()/i },
] as const)

export type ForeignLanguage = (typeof FOREIGN)[number]['language']

// Names the language that text seems to be written in, or undefined.
export function guessLanguage(text: string): ForeignLanguage | undefined {
  return FOREIGN.find((one) => one.shape.test(text))?.language
}
