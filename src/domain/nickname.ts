/**
 * What a person may be called where others see it: no name that passes for the house, be it written in letters of another alphabet, in digits or in
 * pieces (decision D9.391). One rule for page and server. It never looks at who else has a name: two people may have the same.
 */
import { NICKNAME_MAX, nameProblem } from './profile.ts';

/** `house`: it passes for the site or who works there; `mixed`: one word of it has letters of two alphabets that look alike. */
type NicknameProblem = 'long' | 'unseen' | 'house' | 'mixed';

/** Who speaks for a house: a word that begins or ends with one of them is refused, or several words that do so without their blanks. */
const HOUSE_WORDS = (
  'admin support official moderator helpdesk customerservice customercare soporte suporte админ модератор поддержка ' +
  'официальный оператор 客服 官方 管理员 管理員 サポート 公式 운영자 관리자 고객센터'
).split(' ');
/** Words that mean it alone, since they are a part of others that mean nothing of the kind. */
const HOUSE_WORDS_ALONE = ['mod', 'mods', 'staff', 'sysop', 'operator'];
/** A site's name that is shorter is a word of its own, or half of all names would have it. */
const SITE_LENGTH_MIN = 4;

/** Letters and signs that are taken for a Latin letter, by that letter; what Unicode takes apart by itself (wide, bold, accented ones) is not among them. */
const TAKEN_FOR: readonly (readonly [string, string])[] = [
  ['a', 'АаΑαɑᴀ@4∀'],
  ['b', 'ВвЬьБΒβʙ8'],
  ['c', 'СсϹϲᴄ¢©'],
  ['d', 'ԁᴅđĐð'],
  ['e', 'ЕеЭэΕεϵᴇ3€'],
  ['f', 'ϜϝꜰƑƒ'],
  ['g', 'ɡɢԌ9'],
  ['h', 'НнҺһΗʜ'],
  ['i', 'ІіӀӏΙιıɪ1!|lLʟłŁ'],
  ['j', 'Јјϳᴊȷ'],
  ['k', 'КкΚκᴋ'],
  ['m', 'МмΜᴍϺ'],
  ['n', 'ПпИиΝηɴ'],
  ['o', 'ОоΟοσᴏ0øØ°Օօ'],
  ['p', 'РрΡρᴘ'],
  ['q', 'Ԛԛ'],
  ['r', 'ГгЯяʀ'],
  ['s', 'Ѕѕꜱ5$§'],
  ['t', 'ТтΤτᴛ7+†'],
  ['u', 'υμᴜՍ'],
  ['v', 'νѴѵᴠ'],
  ['w', 'ωԜԝᴡШш'],
  ['x', 'ХхΧχ×'],
  ['y', 'УуΥүҮγʏ'],
  ['z', 'Ζᴢ2'],
];
const LATIN = new Map(TAKEN_FOR.flatMap(([letter, looks]) => [...looks].map((one) => [one, letter] as const)));
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** Letters in discs and in boxes, and those of flags: the first of each row of 26. */
const BOXED_ROWS = [0x1f150, 0x1f170, 0x1f1e6];

function plainLetter(one: string): string {
  const code = one.codePointAt(0) as number;
  const row = BOXED_ROWS.find((first) => code >= first && code < first + LETTERS.length);
  if (row !== undefined) return plainLetter(LETTERS.charAt(code - row));
  return LATIN.get(one) ?? LATIN.get(one.toLowerCase()) ?? one.toLowerCase();
}

/** What a text is read as at a glance: small Latin letters where it can be, without marks, doubled letters single, its words apart by blanks. */
function readAs(text: string): string {
  const letters = [...text.normalize('NFKD').replace(/\p{M}/gu, '')].map(plainLetter).join('');
  return letters
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w')
    .replace(/(.)\1+/gu, '$1');
}

const HOUSE = HOUSE_WORDS.map(readAs);
const HOUSE_ALONE = HOUSE_WORDS_ALONE.map(readAs);

function isOfTheHouse(name: string, site: string): boolean {
  const words = readAs(name).split(' ');
  const whole = words.join('');
  const house = readAs(site).replaceAll(' ', '');
  const isSite = house.length >= SITE_LENGTH_MIN ? whole.includes(house) : house !== '' && words.includes(house);
  const speaks = (word: string): boolean => HOUSE.some((one) => word.startsWith(one) || word.endsWith(one));
  return isSite || [...words, whole].some(speaks) || words.some((word) => HOUSE_ALONE.includes(word));
}

/** Alphabets whose letters are taken for each other's. */
const ALIKE = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u, /\p{Script=Cherokee}/u];
const isMixed = (name: string): boolean =>
  name.split(/[^\p{L}\p{M}]+/u).some((word) => ALIKE.filter((script) => script.test(word)).length > 1);

/** What is wrong with a tidy name; `undefined`: nothing. `site`: the name of the house. */
export function nicknameProblem(name: string, site: string): NicknameProblem | undefined {
  const problem = nameProblem(name, NICKNAME_MAX);
  if (problem) return problem;
  if (isOfTheHouse(name, site)) return 'house';
  return isMixed(name) ? 'mixed' : undefined;
}
