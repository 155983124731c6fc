import manifest from '../../package.json' with { type: 'json' }

// The release of this agent.
export const AGENT_VERSION: string = manifest.version
