import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// The pages are served under a strict policy: no inline script or style, so nothing is inlined, and no preload helper
// writes elements of its own.
// biome-ignore lint/style/noDefaultExport: Vite reads the default export of its configuration.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: process.env['VEDETTE_PAGES_OUT'] ?? 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
})
