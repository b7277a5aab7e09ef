/** A micro trade of a push. It promises never to throw: a row that is none is logged in the console, and the page reads its lists again. */
import { microFromWire } from '#protocol/micro-wire.ts';
import type { AccountParts } from '../account/account-truth.ts';

export function emitPushedMicro(row: unknown, { emit, request }: Pick<AccountParts, 'emit' | 'request'>): void {
  try {
    emit({ type: 'micro', trade: microFromWire(row) });
  } catch (error) {
    request.warn(String(error));
    emit({ type: 'resync' });
  }
}
