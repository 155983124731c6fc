type Client = Readonly<{ name: string; where: string; toText(url: string): string }>

const HEADER = 'Bearer VEDETTE_TOKEN'
const toJson = (value: unknown) => JSON.stringify(value, null, 2)

// What each client reads its servers from, for the MCP endpoint at `url`.
export const CLIENTS: readonly Client[] = Object.freeze([
  {
    name: 'Claude Code',
    where: 'Run in a terminal:',
    toText: (url) => `claude mcp add --transport http vedette ${url} --header "Authorization: ${HEADER}"`,
  },
  {
    name: 'Claude Desktop',
    where: 'In claude_desktop_config.json; it starts the command, which speaks to the control plane:',
    toText: (url) =>
      toJson({
        mcpServers: {
          vedette: {
            command: 'vedette',
            args: ['mcp', '--url', url.replace(/\/mcp$/, '')],
            env: { VEDETTE_TOKEN: 'VEDETTE_TOKEN' },
          },
        },
      }),
  },
  {
    name: 'Cursor',
    where: 'In .cursor/mcp.json of a project, or ~/.cursor/mcp.json:',
    toText: (url) => toJson({ mcpServers: { vedette: { url, headers: { Authorization: HEADER } } } }),
  },
  {
    name: 'VS Code',
    where: 'In .vscode/mcp.json:',
    toText: (url) =>
      toJson({ servers: { vedette: { type: 'http', url, headers: { Authorization: HEADER } } } }),
  },
  {
    name: 'Any other',
    where: 'Streamable HTTP at this address, with this header:',
    toText: (url) => `${url}\nAuthorization: ${HEADER}`,
  },
])
