import manifest from '../../package.json' with { type: 'json' }

// The version of this release, as its package says.
export const VERSION: string = manifest.version
