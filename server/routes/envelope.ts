/** Writes the envelope that every reply wears (decision D0.02). */
import type { Language } from '#domain/languages.ts';
import type { Envelope } from '#protocol/errors.ts';
import type { Outcome } from '../outcome.ts';
import { messageText } from '../site/messages.ts';

export const envelopeOf = (outcome: Outcome, parts: { lang: Language; nowMs: number; rid: string }): Envelope => ({
  code: outcome.code,
  msg: messageText(outcome.message, parts.lang, outcome.params),
  data: outcome.data ?? null,
  ts: parts.nowMs,
  rid: parts.rid,
});
