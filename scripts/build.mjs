// Builds what is stale: client to dist/, server to out/. Stale means that the hash of everything a build reads has changed.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { inTurn } from './in-turn.mjs';
import { installIfMissing, root, run } from './install.mjs';

const COMMON = [
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'scripts/build.mjs',
  'scripts/slim-uplot.ts',
  'src/domain',
  'src/protocol',
];
const TARGETS = {
  client: { out: 'dist', inputs: [...COMMON, 'index.html', 'public', 'locales', 'src/rest', 'src/worker', 'src/ui'] },
  server: { out: 'out', inputs: [...COMMON, 'server'] },
};
/** Smaller files gain nothing from compression. */
const COMPRESS_BYTES_MIN = 512;

function filesBelow(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesBelow(`${path}/${name}`));
}

function hashOf(inputs) {
  const hash = createHash('sha256').update(process.version);
  for (const file of inputs.flatMap(filesBelow))
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

/** Writes .br and .gz beside every text file, so that the server never compresses the same bytes twice. */
function precompress(folder) {
  for (const file of filesBelow(folder)) {
    if (!/\.(js|css|html|svg|json|webmanifest)$/.test(file)) continue;
    const bytes = readFileSync(join(root, file));
    if (bytes.length < COMPRESS_BYTES_MIN) continue;
    writeFileSync(join(root, `${file}.gz`), gzipSync(bytes, { level: 9 }));
    writeFileSync(join(root, `${file}.br`), brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  }
}

/** Builds both targets where stale, one process at a time: the next finds nothing stale. Returns the names of those that were built. */
export function buildIfStale() {
  mkdirSync(join(root, '.cache'), { recursive: true });
  return inTurn(join(root, '.cache', 'building'), buildStale);
}

function buildStale() {
  const built = [];
  for (const [name, { out, inputs }] of Object.entries(TARGETS)) {
    const stamp = join(root, '.cache', `build-${name}`);
    const hash = hashOf(inputs);
    if (existsSync(join(root, out)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) continue;
    const args = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'];
    if (name === 'server') args.push('--ssr');
    // Whoever asks, a test runner with a NODE_ENV of its own too, gets the build that is served.
    run(process.execPath, args, { stdio: ['ignore', 2, 2], env: { ...process.env, NODE_ENV: 'production' } });
    if (name === 'client') precompress(out);
    writeFileSync(stamp, hash);
    built.push(name);
  }
  return built;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  installIfMissing();
  const built = buildIfStale();
  process.stderr.write(built.length ? `built ${built.join(' and ')}\n` : 'nothing is stale\n');
}
