/** JSON that is compressed once and sent in many envelopes. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeptJson, KeptJsons } from '#server/routes/kept-json.ts';

const FORMS = { br: brotliDecompressSync, gzip: gunzipSync } as const;
const forms = ['br', 'gzip'] as const;

describe.each(forms)('D9.173 what is added behind kept bytes (%s)', (form) => {
  it('is read back by a decoder of that form, whatever it is and whatever stands before', () => {
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(fc.jsonValue(), text, fc.string({ unit: 'binary', minLength: 1 }), text, (value, before, after, other) => {
        const kept = new KeptJson(value);
        const read = (head: string, tail: string) => FORMS[form](kept.compressed(form, head, tail)).toString();
        // Unpaired surrogates have no UTF-8; both sides replace them alike.
        const bytes = (words: string) => Buffer.from(words).toString();
        expect(read(before, after)).toBe(bytes(before + kept.text + after));
        expect(read(before, `${after}${other}`)).toBe(bytes(before + kept.text + after + other));
        expect(read(other, after)).toBe(bytes(other + kept.text + after));
      }),
      { numRuns: 50 },
    );
  });

  it('may have 65,535 bytes and not one more, and is never nothing', () => {
    const kept = new KeptJson(Array.from({ length: 5_000 }, (_, at) => ({ at })));
    const most = 'x'.repeat(65_535);
    expect(FORMS[form](kept.compressed(form, '', most)).toString()).toBe(kept.text + most);
    expect(() => kept.compressed(form, '', `${most}x`)).toThrow('after: 65536 bytes, allowed: 1 to 65535');
    expect(() => kept.compressed(form, '', '')).toThrow('after: 0 bytes, allowed: 1 to 65535');
  });
});

describe('D9.173 what is kept', () => {
  it('is made anew once anything that it was made of is another, and only then', () => {
    const kept = new KeptJsons(2);
    let made = 0;
    const get = (key: string, ...madeOf: unknown[]) => kept.get(key, madeOf, () => ++made).text;
    const rows: unknown[] = [];
    expect([get('en', rows, '7'), get('en', rows, '7'), get('en', rows, '7')]).toEqual(['1', '1', '1']);
    expect([get('en', rows, '8'), get('en', [], '8')]).toEqual(['2', '3']);
  });

  it('never has more entries than its maximum: the one asked for longest ago goes', () => {
    const kept = new KeptJsons(2);
    let made = 0;
    const get = (key: string) => kept.get(key, [], () => ++made).text;
    for (const key of ['en', 'de', 'en', 'fr', 'en']) get(key);
    expect([kept.size, made]).toEqual([2, 3]);
    expect(get('de')).toBe('4');
  });
});
