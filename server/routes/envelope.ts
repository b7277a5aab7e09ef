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

/** The text of an envelope before and behind its data. */
export const aroundData = ({ code, msg, ts, rid }: Envelope): { readonly before: string; readonly after: string } => ({
  before: `{"code":${code},"msg":${JSON.stringify(msg)},"data":`,
  after: `,"ts":${ts},"rid":${JSON.stringify(rid)}}`,
});
