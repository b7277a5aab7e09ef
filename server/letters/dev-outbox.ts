/** The letters of a demo server in words, newest first: what its person would have got (decision D1.5.08). */
import type { Db } from '../database/database.ts';
import { newestLetters } from '../repositories/letter-repository.ts';
import type { Settings } from '../site/settings.ts';
import { writtenLetter } from './letter-text.ts';

export const DEV_OUTBOX_PATH = '/api/dev/outbox';
const SHOWN_MAX = 100;

type ShownLetter = {
  readonly id: number;
  readonly channel: string;
  readonly to: string;
  readonly template: string;
  readonly subject: string;
  readonly text: string;
  readonly state: string;
};

/** `to`: an address as it is stored (lower-case e-mail, E.164); undefined for all. */
export async function shownLetters({ db, settings }: { db: Db; settings: Settings }, to: string | undefined): Promise<ShownLetter[]> {
  const site = settings.get('site_name');
  return (await newestLetters(db.kysely, SHOWN_MAX, to)).map((row) => ({
    ...writtenLetter(row, site),
    ...{ channel: row.channel, template: row.template, state: row.state },
  }));
}
