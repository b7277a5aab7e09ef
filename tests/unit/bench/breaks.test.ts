import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
/** Files of product and benches that a bench may break. */
const paths = ['src', 'server', 'bench/pages', 'bench/lib'].flatMap((folder) =>
  readdirSync(new URL(`${folder}/`, root), { recursive: true }).map((path) => `${folder}/${path}`),
);

describe('what a bench breaks on purpose is still there to be broken', () => {
  const calls = readdirSync(new URL('bench/', root))
    .filter((name) => name.endsWith('.bench.ts'))
    .flatMap((name) =>
      [...read(`bench/${name}`).matchAll(/breakModule\(\s*'([^']+)',\s*'([^']+)',/g)].map(
        ([, ending, from]) => [name, ending, from] as const,
      ),
    );

  it('has such benches', () => expect(calls.length).toBeGreaterThan(5));
  it.each(calls)('%s: %s has %s', (_name, ending, from) => {
    const found = paths.filter((path) => path.endsWith(ending as string) && read(path).includes(from as string));
    expect(found).toHaveLength(1);
  });
});
