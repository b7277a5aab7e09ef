// Installs what is missing: runs `npm ci` when node_modules is absent or older than the lock file. Needs nothing but Node.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stampFile = join(root, 'node_modules', '.outcry-lock');

/** Runs a command of the project in the foreground; throws when it fails. */
export function run(command, args, options = {}) {
  execFileSync(command, args, { cwd: root, stdio: 'inherit', ...options });
}

/** Makes node_modules agree with package-lock.json. Returns true when it had to install. */
export function installIfMissing() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === lock) return false;
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  // npm prints to stderr, so that the one line `ready …` stays alone on stdout.
  const stdio = ['ignore', 2, 2];
  if (npm) run(process.execPath, [npm, ...args], { stdio });
  else run('npm', args, { stdio });
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, lock);
  return true;
}
