import { localStorageColorSchemeManager } from '@mantine/core'

// Light, dark, or as the system says; remembered in this browser.
export const COLOR_SCHEMES = localStorageColorSchemeManager({ key: 'vedette-color-scheme' })
