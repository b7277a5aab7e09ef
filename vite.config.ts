/** How the app is built, and nothing else: the client to dist/, with `--ssr` the server to out/. */
import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';

export default defineConfig(({ isSsrBuild }) => ({
  plugins: isSsrBuild ? [] : [preact({ devToolsEnabled: false })],
  worker: { format: 'es' },
  ssr: { external: true },
  optimizeDeps: { include: ['comlink', 'uplot', 'valibot'] },
  build: isSsrBuild
    ? { target: 'node20', outDir: 'out', copyPublicDir: false, sourcemap: true, emptyOutDir: true }
    : // The module preload polyfill would be an inline-like script that no supported browser needs.
      {
        target: ['chrome111', 'safari16.4', 'firefox114'],
        outDir: 'dist',
        sourcemap: true,
        manifest: true,
        modulePreload: { polyfill: false },
      },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      ['/api', '/v2', '/healthz', '/readyz', '/docs'].map((path) => [
        path,
        { target: `http://127.0.0.1:${process.env.PORT ?? 8080}`, ws: true },
      ]),
    ),
  },
}));
