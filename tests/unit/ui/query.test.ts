import { expect, it } from 'vitest';
import { entryOf, invalidate, run } from '#ui/state/query.ts';

it('whoever waits for a read that another has replaced waits for that one: what they see then is the newest', async () => {
  const entry = entryOf<string>(['a list']);
  const answers: ((text: string) => void)[] = [];
  const read = () => new Promise<string>((resolve) => answers.push(resolve));
  const seen: (string | undefined)[] = [];
  const first = run(entry, read, false).then(() => seen.push(entry.data.peek()));
  const second = run(entry, read, true).then(() => seen.push(entry.data.peek()));
  answers[0]?.('old');
  await new Promise((later) => setImmediate(later));
  expect(seen).toEqual([]);
  answers[1]?.('new');
  await Promise.all([first, second]);
  expect(seen).toEqual(['new', 'new']);
});

it('an answer to a question that was asked before something changed is not taken for new', async () => {
  const entry = entryOf<string>(['a list that nobody shows']);
  let answer: (text: string) => void = () => undefined;
  const reading = run(entry, () => new Promise<string>((resolve) => (answer = resolve)), false);
  await invalidate('a list that nobody shows');
  answer('as it was before');
  await reading;
  expect(entry.readAtMs).toBe(0);
});
