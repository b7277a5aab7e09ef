/** Peers take turns: every repetition runs all of them, in an order that turns round each time, so that none always goes first. */

export type Contender = { readonly name: string; run(): number | Promise<number> };

/** Samples by contender, `repetitions` of each, after `warmUps` rounds that do not count: as many as it takes until all code is compiled. */
export async function alternate(
  contenders: readonly Contender[],
  repetitions: number,
  warmUps = 1,
): Promise<ReadonlyMap<string, number[]>> {
  const samples = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (let round = -warmUps; round < repetitions; round++) {
    for (const { name, run } of round % 2 ? [...contenders].reverse() : contenders) {
      const sample = await run();
      if (round >= 0) samples.get(name)?.push(sample);
    }
  }
  return samples;
}
