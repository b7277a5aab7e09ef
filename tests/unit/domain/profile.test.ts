import { describe, expect, it } from 'vitest';
import { defaultNickname, nameProblem, tidyName } from '#domain/profile.ts';

describe('names that people give', () => {
  it('D9.33 a person without a nickname is Trader and the last four of the uid', () => {
    expect(defaultNickname('10027316')).toBe('Trader7316');
  });

  it.each([
    ['Ada', undefined],
    ['अदिति', undefined],
    ['👩‍🚀', 'unseen'],
    ['x'.repeat(21), 'long'],
    ['𝒜'.repeat(20), undefined],
    ['a\u202eb', 'unseen'],
    ['a\u0000b', 'unseen'],
    ['a\nb', 'unseen'],
    ['\u3164', 'unseen'],
    ['Ada\u115f', 'unseen'],
    ['\u2800\u2800', 'unseen'],
    ['a\u034fb', 'unseen'],
    ['a\ufe0fb', 'unseen'],
    ['\u{e0041}', 'unseen'],
    ['❤️', undefined],
    ['한글', undefined],
  ])('D9.227 what is wrong with %j as a name of at most 20 is %s', (text, problem) => {
    expect(nameProblem(text, 20)).toBe(problem);
  });

  it('blanks around are gone and blanks in it single', () => {
    expect(tidyName(' A \n\t da ')).toBe('A da');
  });
});
