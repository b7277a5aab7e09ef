import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { leadingZeroBits } from '#domain/puzzle.ts';
import { sha256 } from '#ui/screens/register/check/sha-256.ts';
import { solvePuzzle } from '#ui/screens/register/check/solve-puzzle.ts';

const SALT = 'c2FsdCBvZiBhIHB1enpsZQ';
const nodeHash = (text: string) => createHash('sha256').update(text).digest();

it('S1-7.17 the page’s SHA-256 is that of the server, over every length up to three blocks', () => {
  for (let length = 0; length <= 192; length++) {
    const text = 'outcry é 漢'.repeat(30).slice(0, length);
    expect(Buffer.from(sha256(new TextEncoder().encode(text))).toString('hex')).toBe(nodeHash(text).toString('hex'));
  }
});

describe('D9.206 the puzzle in place of a picture', () => {
  /** A clock that a slice uses up at once. */
  const pace = (isWanted = () => true) => {
    let nowMs = 0;
    let pauses = 0;
    return {
      isWanted,
      nowMs: () => {
        nowMs += 5;
        return nowMs;
      },
      pause: async () => {
        pauses++;
      },
      count: () => pauses,
    };
  };

  it('is solved by an answer whose hash begins with the bits that are asked for, in slices', async () => {
    const own = pace();
    const answer = await solvePuzzle({ salt: SALT, bits: 10 }, own);
    expect(answer).toMatch(/^\d{1,10}$/);
    expect(leadingZeroBits(nodeHash(`${SALT}${answer}`))).toBeGreaterThanOrEqual(10);
    // No smaller number does: none was passed over.
    for (let number = 0; number < Number(answer); number++) expect(leadingZeroBits(nodeHash(`${SALT}${number}`))).toBeLessThan(10);
    expect(own.count()).toBeGreaterThanOrEqual(Math.floor(Number(answer) / 96));
  });

  it('is given up when nobody waits for it, and not begun when it is too hard or no puzzle', async () => {
    let looks = 0;
    const left = pace(() => looks++ < 3);
    expect(await solvePuzzle({ salt: SALT, bits: 24 }, left)).toBeUndefined();
    expect(left.count()).toBe(3);
    for (const bits of [25, 256, -1, Number.NaN]) expect(await solvePuzzle({ salt: SALT, bits }, pace())).toBeUndefined();
  });
});
