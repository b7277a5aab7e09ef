import type { EngineEvent } from '#protocol/engine-api.ts';

/** A notice of the server is told by whose it is, with the words of that room: those of trading, or of the review of a person. */
export async function tellNotice({ kind, level }: Extract<EngineEvent, { type: 'notice' }>): Promise<void> {
  if (kind === 'identity') await (await import('../identity/identity-news.ts')).tellIdentity(level);
  else await (await import('../orders/order-toasts.ts')).toastNotice(kind, level);
}
