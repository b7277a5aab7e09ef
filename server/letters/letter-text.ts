/** A stored letter in words, in its language. */
import { languageOf } from '#domain/languages.ts';
import type { WordedLetter } from '../repositories/letter-repository.ts';
import { messageText } from '../site/messages.ts';
import type { WrittenLetter } from './letter.ts';

/**
 * `site`: the name of the site, as it stands now. With a word of the person (decision D9.228) the text begins with it, apart from what the
 * letter says, so that nothing in the one is ever read as a place of the other.
 */
export function writtenLetter(row: WordedLetter, site: string): WrittenLetter {
  const lang = languageOf(row.lang) ?? 'en';
  const params = { ...(JSON.parse(row.params) as Record<string, string>), site };
  const words = (part: string): string => messageText(`letter.${row.template}.${part}`, lang, params);
  const [subject, text] = row.channel === 'sms' ? ['', words('sms')] : [words('subject'), words('text')];
  const word = row.word ? messageText(`letter.word.${row.channel}`, lang, { word: row.word }) : '';
  return { id: row.id, to: row.target, subject, text: word + text };
}
