// Downloads the thread as Markdown; the server names and types the file.
export function Export({ path, name }: Readonly<{ path: string; name: string }>) {
  return (
    <p>
      <a href={`${path}/export`} download={name}>
        Export as Markdown
      </a>
    </p>
  )
}
