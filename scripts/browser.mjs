// Finds a Chromium for the tests: CHROMIUM_PATH, the system's, Playwright's own; else gets one; else fails with the one line that says how.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { root } from './install.mjs';

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable'];

async function find() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? named : undefined;
  const system = SYSTEM.find((path) => existsSync(path));
  if (system) return system;
  const { chromium } = await import('playwright');
  const own = chromium.executablePath();
  return existsSync(own) ? own : undefined;
}

/** Path of a Chromium; installs one when there is none. Throws with one line when that fails. */
export async function chromiumPath() {
  const found = await find();
  if (found) return found;
  const debian = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (debian) {
    execFileSync('apt-get', ['update', '-qq'], { stdio: ['ignore', 2, 2] });
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { stdio: ['ignore', 2, 2] });
  } else {
    spawnSync(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'], { cwd: root, stdio: ['ignore', 2, 2] });
  }
  const got = await find();
  if (!got)
    throw new Error('no browser for the tests: apt-get install -y chromium, or npx playwright install chromium, or set CHROMIUM_PATH');
  return got;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) console.log(await chromiumPath());
