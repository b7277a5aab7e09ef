/** A stored letter in words, in its language. */
import { languageOf } from '#domain/languages.ts';
import type { WordedLetter } from '../repositories/letter-repository.ts';
import { hasTexts, messageText } from '../site/messages.ts';
import type { WrittenLetter } from './letter.ts';

/**
 * `site`: the name of the site, as it stands now. With a word of the person (decision D9.228) the text begins with it, apart from what the
 * letter says, so that nothing in the one is ever read as a place of the other; the letter about another word begins with the one before,
 * which is the one that its person knows. A language that lacks a part of the letter has none of it: the
 * whole of it is in English then.
 */
export function writtenLetter(row: WordedLetter, site: string): WrittenLetter {
  const keyOf = (part: string): string => `letter.${row.template}.${part}`;
  const { wordBefore, ...own } = JSON.parse(row.params) as Record<string, string>;
  const known = wordBefore ?? row.word;
  const wordKeys = known ? [`letter.word.${row.channel}`] : [];
  const parts = row.channel === 'sms' ? ['sms'] : ['subject', 'text'];
  const asked = languageOf(row.lang) ?? 'en';
  const lang = hasTexts(asked, [...parts.map(keyOf), ...wordKeys]) ? asked : 'en';
  const params = { ...own, site };
  const words = (part: string): string => messageText(keyOf(part), lang, params);
  const [subject, text] = row.channel === 'sms' ? ['', words('sms')] : [words('subject'), words('text')];
  const word = known ? messageText(`letter.word.${row.channel}`, lang, { word: known }) : '';
  return { id: row.id, to: row.target, subject, text: word + text };
}
