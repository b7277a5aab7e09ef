import { describe, expect, it } from 'vitest';
import { nicknameProblem } from '#domain/nickname.ts';

const SITE = 'Outcry';

describe('nicknames', () => {
  it.each(
    (
      'admin Admin1 4dmin Adm1n аdmin admіn ADMIN A_d.m-i/n TheAdmin Administrator 🅰dmin 🇦🇩🇲🇮🇳 ⓐⓓⓜⓘⓝ 𝒜𝒹𝓂𝒾𝓃 ᴀᴅᴍɪɴ ádmin addmin support ' +
      'Suppоrt supp0rt 5upport OfficialAda official_1 moderator rnoderator Mod Staff operator ' +
      'Outcry 0utcry Оutсrу Óutcry OUTCRY TeamOutcry OutcryHelp ' +
      'админ Админ77 Поддержка 客服小王 官方 サポート'
    ).split(' '),
  )('D9.391 %j passes for the house', (name) => {
    expect(nicknameProblem(name, SITE)).toBe('house');
  });

  it.each(['Outcry Support', 'A d m i n', 'Your support', 'The Mods', 'Ada (official)', 'Out cry'])('D9.391 so does %j', (name) => {
    expect(nicknameProblem(name, SITE)).toBe('house');
  });

  it.each(
    (
      'Ada Trader0123 badminton Modesto Model Staffan Cooperator Rainer Marvin Wladimir Llewellyn Ali Hélène Nguyễn Oscar Иван Татьяна Пётр Мод Ελένη ' +
      '王小明 さくら 한글 अदिति ❤️ Anna-Мария outer'
    ).split(' '),
  )('D9.391 %j is anybody’s', (name) => {
    expect(nicknameProblem(name, SITE)).toBeUndefined();
  });

  it.each([
    ['αlpha', 'mixed'],
    ['Jоhn', 'mixed'],
    ['a\u200bdmin', 'unseen'],
    ['Ada\u202e', 'unseen'],
    ['A\u0000da', 'unseen'],
    ['x'.repeat(21), 'long'],
    ['x'.repeat(20), undefined],
  ])('D9.391 what is wrong with %j is %s', (name, problem) => {
    expect(nicknameProblem(name, SITE)).toBe(problem);
  });

  it('D9.391 goes by the name that the site has; a short one is a word of its own', () => {
    expect(nicknameProblem('Outcry', 'Kestrel FX')).toBeUndefined();
    expect(nicknameProblem('kestre1fx', 'Kestrel FX')).toBe('house');
    expect(nicknameProblem('Xerxes', 'XE')).toBeUndefined();
    expect(nicknameProblem('The X e', 'XE')).toBeUndefined();
    expect(nicknameProblem('XE Ada', 'XE')).toBe('house');
  });
});
