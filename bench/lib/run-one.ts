/** Runs one bench in this process: `run-one.ts <name> [--quick] [--broken <way>]`; prints nothing but its result, as JSON, to the file in RESULT_FILE. */
import { writeFileSync } from 'node:fs';
import type { Bench } from './bench.ts';

const [name, ...flags] = process.argv.slice(2);
const brokenAt = flags.indexOf('--broken');
const { bench } = (await import(`../${name}.bench.ts`)) as { bench: Bench };
const result = await bench.run({ quick: flags.includes('--quick'), broken: brokenAt < 0 ? undefined : flags[brokenAt + 1] });
// What is no number is neither reached nor short, and would be called better than anything.
for (const { id, text, value } of result.goals) if (!Number.isFinite(value)) throw new Error(`${id} ${text}: ${value} is no figure`);
if (process.env.RESULT_FILE) writeFileSync(process.env.RESULT_FILE, JSON.stringify({ title: bench.title, ...result }));
else console.log(JSON.stringify(result, null, 2));
// A browser or a socket that a bench forgot must not hold the run.
process.exit(0);
