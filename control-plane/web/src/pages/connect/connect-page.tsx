// Not drawn yet.
export function ConnectPage() {
  return <p className="problem">This page does not show anything yet: ask the command, `vedette --help`.</p>
}
