import { describe, expect, it } from 'vitest';
import {
  AGE_MIN,
  ageAt,
  documentKey,
  type IdentityForm,
  identityProblems,
  NAME_LENGTH_MAX,
  NAME_LENGTH_MIN,
  NUMBER_LENGTH_MAX,
  NUMBER_LENGTH_MIN,
  SSN_LENGTH_MAX,
  tidyIdentity,
} from '#domain/identity.ts';
import { PHOTO_BYTES_MAX } from '#domain/photo-bytes.ts';
import words from '../../../locales/en/identity.json' with { type: 'json' };

const TODAY = Date.UTC(2026, 2, 4, 10);
const GOOD: IdentityForm = {
  ...{ name: 'Ada Byron King', document: 'card', number: 'X 12-345.6', ssn: '', country: 'GB', birthday: '1990-12-10' },
  photos: { front: 'a', back: 'b', hand: '' },
};
const NOTHING = { ssn: false, hand: false };
const said = (change: Partial<IdentityForm>, asked = NOTHING) =>
  identityProblems({ ...GOOD, ...change }, asked, TODAY).map(({ part, why }) => `${part} ${why}`);

describe('what is wrong with an identity', () => {
  it('S1-5.22 asks for name, ID type, ID number, front and back photo, country and birthday, each by itself', () => {
    expect(said({})).toEqual([]);
    const empty = { name: '', document: '', number: '', country: '', birthday: '' } as const;
    const missing = ['name', 'country', 'birthday', 'document', 'number', 'front', 'back'].map((part) => `${part} missing`);
    expect(said({ ...empty, photos: { front: '', back: '', hand: '' } })).toEqual(missing);
  });

  it('D1.3.21 D1.5.14 asks for the social security number and the photo in the hand where flags want them, and only then', () => {
    expect(said({}, { ssn: true, hand: true })).toEqual(['ssn missing', 'hand missing']);
    expect(said({ ssn: '123' }, { ssn: true, hand: false })).toEqual(['ssn malformed']);
    expect(said({ ssn: '123' })).toEqual([]);
    const form = tidyIdentity({ ...GOOD, ssn: '1234', photos: { ...GOOD.photos, hand: 'c' } }, NOTHING);
    expect([form.ssn, form.photos.hand]).toEqual(['', '']);
  });

  it.each([
    ['O’Neill-Śliwa, Józef Jr.', true],
    ['محمد عبد الله', true],
    ['王小明', true],
    ['श्रीमती लक्ष्मी', true],
    ['J', false],
    ['<script>alert(1)</script>', false],
    ['Ada\u202eByron', false],
    ['Ada\u0000', false],
    ['Ada 2', false],
    ['a'.repeat(NAME_LENGTH_MAX), true],
    ['a'.repeat(NAME_LENGTH_MAX + 1), false],
  ])('a name %j: %s', (name, isFine) => {
    expect(said({ name })).toEqual(isFine ? [] : ['name malformed']);
  });

  it.each(['', 'ab', '../../x', 'A<b>c', ' 1234', '2'.repeat(NUMBER_LENGTH_MAX + 1)])('a number %j is refused', (number) => {
    expect(said({ number })).toEqual([number === '' ? 'number missing' : 'number malformed']);
  });

  it('one that is too short by a letter is refused, and what the page says of lengths and bytes is the rule', () => {
    const [name, number] = ['a'.repeat(NAME_LENGTH_MIN), '1'.repeat(NUMBER_LENGTH_MIN)];
    expect([said({ name, number }), said({ name: name.slice(1), number: number.slice(1) })]).toEqual([
      [],
      ['name malformed', 'number malformed'],
    ]);
    expect(words['wrong.name']).toContain(`${NAME_LENGTH_MIN} to ${NAME_LENGTH_MAX} letters`);
    expect(words['wrong.number']).toContain(`${NUMBER_LENGTH_MIN} to ${NUMBER_LENGTH_MAX} letters`);
    expect(words['wrong.ssn']).toContain(`${NUMBER_LENGTH_MIN} to ${SSN_LENGTH_MAX} letters`);
    expect(words['photo.unreadable']).toContain(`${PHOTO_BYTES_MAX / 1_048_576} MB`);
    expect(said({ birthday: `${2026 - AGE_MIN}-03-05` })).toEqual(['birthday too-young']);
  });

  it('a number, and a social security number, may be as long as their fields take', () => {
    const longest = { number: '2'.repeat(NUMBER_LENGTH_MAX), ssn: '2'.repeat(SSN_LENGTH_MAX) };
    expect(said(longest, { ssn: true, hand: false })).toEqual([]);
    expect(said({ ...longest, ssn: `${longest.ssn}2` }, { ssn: true, hand: false })).toEqual(['ssn malformed']);
  });

  it('D9.26 nobody is younger than 18, to the day', () => {
    expect(said({ birthday: '2008-03-04' })).toEqual([]);
    expect(said({ birthday: '2008-03-05' })).toEqual(['birthday too-young']);
    expect(said({ birthday: '2030-01-01' })).toEqual(['birthday malformed']);
    expect(said({ birthday: '1800-01-01' })).toEqual(['birthday malformed']);
    for (const text of ['1990-02-30', '1990-1-1', '90-01-01', '0000-00-00', 'x'])
      expect(said({ birthday: text })).toEqual(['birthday malformed']);
    expect(ageAt('2008-02-29', Date.UTC(2026, 1, 28, 23, 59))).toBe(17);
    expect(ageAt('2008-02-29', Date.UTC(2026, 2, 1))).toBe(18);
  });

  it('D1.1.01 a country that is not served is refused as such, in any case', () => {
    for (const country of ['KP', 'IL', 'CN', 'VU', 'CU']) expect(said({ country })).toEqual(['country not-served']);
    expect(tidyIdentity({ ...GOOD, country: ' cu ' }, NOTHING).country).toBe('CU');
    expect(said({ country: 'G1' })).toEqual(['country malformed']);
  });

  it('one photo in two places is said at the second', () => {
    expect(said({ photos: { front: 'a', back: 'a', hand: 'a' } }, { ssn: false, hand: true })).toEqual(['back doubled', 'hand doubled']);
  });

  it('a document is the same however its number is set', () => {
    expect(documentKey({ ...GOOD, number: 'x123456' })).toBe(documentKey(GOOD));
    expect(documentKey({ ...GOOD, document: 'passport' })).not.toBe(documentKey(GOOD));
    expect(documentKey({ ...GOOD, birthday: '1991-01-02' })).not.toBe(documentKey(GOOD));
    // Where its person lives is nothing of the document.
    expect(documentKey({ ...GOOD, country: 'FR' })).toBe(documentKey(GOOD));
  });
});
