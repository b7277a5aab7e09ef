/** Prints, as JSON by bench, the ways in which each bench named on the command line can be broken on purpose. */
import type { Bench } from './bench.ts';

const ways: Record<string, readonly string[]> = {};
for (const name of process.argv.slice(2)) {
  const { bench } = (await import(`../${name}.bench.ts`)) as { bench: Bench };
  if (bench.breaks.length === 0) throw new Error(`${name}: no way to break it: nobody knows whether it would notice`);
  ways[name] = bench.breaks;
}
process.stdout.write(JSON.stringify(ways));
process.exit(0);
