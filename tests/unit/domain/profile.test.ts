import { describe, expect, it } from 'vitest';
import { defaultNickname, isName, tidyName } from '#domain/profile.ts';

describe('names that people give', () => {
  it('D9.33 a person without a nickname is Trader and the last four of the uid', () => {
    expect(defaultNickname('10027316')).toBe('Trader7316');
  });

  it.each([
    ['Ada', true],
    ['अदिति', true],
    ['👩‍🚀', false],
    ['', false],
    [' Ada', false],
    ['A  da', false],
    ['x'.repeat(21), false],
    ['𝒜'.repeat(20), true],
    ['a\u202eb', false],
    ['a\u0000b', false],
    ['a\nb', false],
    ['\u3164', false],
    ['Ada\u115f', false],
    ['\u2800\u2800', false],
    ['a\u034fb', false],
    ['a\ufe0fb', false],
    ['\u{e0041}', false],
    ['❤️', true],
    ['한글', true],
  ])('D9.227 %j is a name of at most 20 that can be seen: %s', (text, is) => {
    expect(isName(text, 20)).toBe(is);
  });

  it('blanks around are gone and blanks in it single', () => {
    expect(tidyName(' A \n\t da ')).toBe('A da');
  });
});
