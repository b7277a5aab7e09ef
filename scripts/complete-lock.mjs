// npm 11.19 + a registry that lacks other platforms' optional binaries: `npm install` writes a lock that `npm ci` rejects.
// Adds the missing optional entries (version/os/cpu only) so that the lock is complete again.
import fs from 'node:fs';

const file = process.argv[2] ?? 'package-lock.json';
const lock = JSON.parse(fs.readFileSync(file, 'utf8'));
const P = lock.packages;
let added = 0;
const OS = /(?:^|[-/])(android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32|aix)/,
  CPU = [
    ['arm64', /arm64/],
    ['x64', /x64/],
    ['ia32', /ia32/],
    ['arm', /arm(?!64)/],
    ['ppc64', /ppc64/],
    ['riscv64', /riscv64/],
    ['s390x', /s390x/],
    ['loong64', /loong64/],
    ['mips64el', /mips64el/],
    ['wasm32', /wasm32/],
  ];
for (const [path, pkg] of Object.entries(P))
  for (const [name, spec] of Object.entries(pkg.optionalDependencies ?? {})) {
    let dir = path,
      found = false;
    for (;;) {
      const at = P[`${dir ? `${dir}/` : ''}node_modules/${name}`];
      if (at) {
        found = !/^\d/.test(spec) || at.version === spec;
        break;
      }
      if (!dir) break;
      dir = dir.includes('/node_modules/') ? dir.slice(0, dir.lastIndexOf('/node_modules/')) : '';
    }
    const version = /^[~^]?(\d+\.\d+\.\d+[^\s|]*)$/.exec(spec)?.[1];
    if (found || !version) {
      if (!found) console.log('skip', path, name, spec);
      continue;
    }
    const os = OS.exec(name)?.[1] ?? (/wasm/.test(name) ? undefined : undefined),
      cpu = CPU.find(([, re]) => re.test(name))?.[0];
    if (!os && !cpu && name !== 'fsevents') {
      console.log('no platform in name:', path, name, spec);
      continue;
    }
    const inRoot = !P[`node_modules/${name}`];
    const key = inRoot ? `node_modules/${name}` : `${path}/node_modules/${name}`;
    P[key] = {
      version,
      ...(cpu ? { cpu: [cpu] } : {}),
      ...(pkg.dev ? { dev: true } : {}),
      optional: true,
      ...(os ? { os: [os] } : name === 'fsevents' ? { os: ['darwin'] } : {}),
    };
    added++;
  }
lock.packages = Object.fromEntries(Object.entries(P).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
fs.writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log('added', added);
