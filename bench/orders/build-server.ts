/** Builds `server.ts` as the product's own server is built; gives the bundle's path. */
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));

export async function buildServer(): Promise<string> {
  const outDir = `${root}.cache/bench-server`;
  await build({ root, logLevel: 'warn', build: { ssr: 'bench/orders/server.ts', outDir, emptyOutDir: true, target: 'node20' } });
  return `${outDir}/server.js`;
}
