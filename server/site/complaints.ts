/**
 * Complaints: what anybody may send, frozen people and visitors too (decision D9.29), and the queue of the operators. Address and text are
 * encrypted; nothing of them comes into the log. Nobody is written to by it: an address that somebody typed is not proof of anything.
 */

import { randomInt } from 'node:crypto';
import { COMPLAINT_LENGTH_MAX, complaintProblem, tidyComplaint } from '#domain/complaint.ts';
import { normalEmail } from '#domain/credentials.ts';
import { isOn } from '#domain/setting-defaults.ts';
import { DAY_MS } from '#domain/time-units.ts';
import type { Clock } from '../clock/clock.ts';
import type { Db } from '../database/database.ts';
import { BusyError } from '../limits/busy-error.ts';
import { done, invalidField, type Outcome, refused } from '../outcome.ts';
import { appendAudit } from '../repositories/audit-repository.ts';
import {
  type ComplaintRecord,
  closeComplaint,
  complaintByCase,
  countWaitingComplaints,
  keepComplaint,
  waitingComplaints,
} from '../repositories/complaint-repository.ts';
import type { InstallationKey } from '../secrets/installation-key.ts';
import type { Settings } from './settings.ts';

/** Complaints that wait for an answer; one more is answered 503. */
const WAITING_MAX = 10_000;
const SHOWN_MAX = 50;
/** No letters and digits that are taken for each other when they are read out. */
const CASE_LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const CASE_LENGTH = 8;
const PURPOSE = 'complaint';

type Words = { readonly email: string; readonly content: string };
type Cause = { readonly actor: string; readonly reason: string };
export interface Complaints {
  /** Takes a complaint; data: its case number. The same one of the same day is the same case. Throws `BusyError`. */
  take(words: Words): Promise<Outcome<{ case_number: string }>>;
  /** Those that wait, oldest first, fifty at most. */
  waiting(): Promise<readonly Pick<ComplaintRecord, 'case_number' | 'created_at'>[]>;
  /** What was written; that somebody looked is in the audit. */
  view(caseNumber: string, actor: string): Promise<(Words & { readonly isClosed: boolean }) | undefined>;
  close(caseNumber: string, cause: Cause): Promise<'done' | 'over' | 'missing'>;
}
type Parts = { readonly db: Db /** Wall time. */; readonly clock: Clock; readonly settings: Settings; readonly key: InstallationKey };

const newCase = (): string => `C-${Array.from({ length: CASE_LENGTH }, () => CASE_LETTERS[randomInt(CASE_LETTERS.length)]).join('')}`;
const CONTENT_TAKES = `text of 1 to ${COMPLAINT_LENGTH_MAX} characters`;

/** Address and text as they are kept; or what is wrong with them. */
function readWords({ email, content }: Words): Words | Outcome<never> {
  const address = normalEmail(email);
  if (address === undefined) return invalidField({ field: 'email', value: email, allowed: 'an e-mail address' }) as Outcome<never>;
  const text = tidyComplaint(content);
  const problem = complaintProblem(text);
  if (problem === undefined) return { email: address, content: text };
  const field = { field: 'content', value: '', allowed: CONTENT_TAKES };
  return { ...invalidField(field), ...(problem === 'empty' ? { message: 'pleaseComplete' } : {}) } as Outcome<never>;
}

export function createComplaints({ db, clock, settings, key }: Parts): Complaints {
  return {
    async take(asked) {
      if (!isOn(settings.get('is_complaint'))) return refused('featureOff');
      const words = readWords(asked);
      if ('code' in words) return words;
      const nowMs = clock.now();
      const digest = key.mac(PURPOSE, JSON.stringify([Math.floor(nowMs / DAY_MS), words.email, words.content]));
      const fresh = {
        case_number: newCase(),
        digest,
        body: key.encrypt(PURPOSE, JSON.stringify(words)),
        created_at: nowMs,
        closed_at: null,
      };
      const { case_number } = await db.transaction(async (trx) => {
        if ((await countWaitingComplaints(trx, WAITING_MAX)) >= WAITING_MAX) throw new BusyError('too many complaints wait');
        return keepComplaint(trx, fresh);
      });
      return done({ case_number }, 'complaintTaken', { number: case_number });
    },
    waiting: () => waitingComplaints(db.kysely, SHOWN_MAX),
    async view(caseNumber, actor) {
      const row = await complaintByCase(db.kysely, caseNumber);
      if (!row) return undefined;
      await db.transaction((trx) => appendAudit(trx, { at: clock.now(), actor, act: 'view-complaint', subject: caseNumber, detail: '' }));
      return { ...(JSON.parse(key.decrypt(PURPOSE, row.body)) as Words), isClosed: row.closed_at !== null };
    },
    async close(caseNumber, { actor, reason }) {
      const row = await complaintByCase(db.kysely, caseNumber);
      if (!row) return 'missing';
      const nowMs = clock.now();
      return db.transaction(async (trx) => {
        if (!(await closeComplaint(trx, row.id, nowMs))) return 'over';
        await appendAudit(trx, { at: nowMs, actor, act: 'close-complaint', subject: caseNumber, detail: reason });
        return 'done';
      });
    },
  };
}
