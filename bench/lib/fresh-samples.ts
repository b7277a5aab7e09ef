/** Tells its parent what a module measures: `fresh-samples.ts <module> <what is asked, JSON>`. */
import { pathToFileURL } from 'node:url';

/** By contender, the median of its samples in this process. */
export type Samples = Readonly<Record<string, number>>;

const [module = '', asked = '{}'] = process.argv.slice(2);
const { samples } = (await import(pathToFileURL(module).href)) as { samples: (asked: object) => Promise<Samples> };
process.send?.(await samples(JSON.parse(asked) as object), () => process.exit(0));
