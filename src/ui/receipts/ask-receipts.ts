/** Asking the worker about receipts. Never rejects, and never waits for ever: an engine that was replaced answers no more. */
import type { ReceiptAsk, ReceiptProblem, ReceiptReply } from '#protocol/receipts.ts';
import { CALL_ERROR } from '#rest/call-error.ts';
import { enginePort } from '../engine/watch.ts';

/** Longer than any check takes: half a megabyte of a slow network, then seconds of work on a slow phone. */
const ANSWER_WITHIN_MS = 90_000;
const OFFLINE: ReceiptProblem = { kind: 'problem', problem: 'offline' };
const BROKEN: ReceiptProblem = { kind: 'problem', problem: 'broken' };

export async function askReceipts<A extends ReceiptAsk>(ask: A): Promise<ReceiptReply<A> | ReceiptProblem> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<ReceiptProblem>((resolve) => {
    timer = setTimeout(() => resolve(BROKEN), ANSWER_WITHIN_MS);
  });
  try {
    const reply = (await Promise.race([enginePort().receipts?.(ask), late])) ?? OFFLINE;
    return isUnreached(reply) ? OFFLINE : (reply as ReceiptReply<A>);
  } catch {
    return BROKEN;
  } finally {
    clearTimeout(timer);
  }
}

const UNREACHED: readonly (number | string)[] = [CALL_ERROR.network, CALL_ERROR.timeout, CALL_ERROR.offline];
const isUnreached = (reply: ReceiptReply): boolean =>
  reply.kind === 'problem' && reply.problem === 'refused' && UNREACHED.includes(reply.code);
