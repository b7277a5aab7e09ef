/** People who trade on two nodes: a call goes to either, and goes again under the same key, to whichever lives, until it is answered. */
import { randomUUID } from 'node:crypto';

export type Reply = { readonly code: number; readonly data: { readonly Id: number; readonly Seq: number } & Record<string, unknown> };
export type Fields = Readonly<Record<string, string>>;

const TRIES_MAX = 400;
const TRY_PAUSE_MS = 50;
const ANSWER_WITHIN_MS = 4_000;
/** Refusals of the moment, stored under their key: the next try is another order. */
const STALE = 1108;

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
let addresses = 0;

export class Clients {
  /** Milliseconds from the first try of each call to its answer. */
  readonly answerMs: number[] = [];
  /** Answers "the price is stale". */
  stale = 0;
  readonly #urls: readonly string[];
  #turn = 0;

  constructor(urls: readonly string[]) {
    this.#urls = urls;
  }

  /** A demo account behind an address of its own, with 10000. */
  async enter(): Promise<string> {
    const ip = `10.${addresses >> 8}.${addresses++ & 255}.1`;
    const made = await this.#answered('/api/user/createAccountDemoForU', {}, { ip });
    const login = await this.#answered('/api/user/loginDemoForU', { demo_id: String(made.data.demo_id) }, { ip, isPost: true });
    return String(login.data.token);
  }

  /** A money call: its own key, the same at every try. Resolves with the first answer that is not about a stale price. */
  async order(path: string, fields: Fields, token: string): Promise<Reply> {
    for (;;) {
      const reply = await this.#answered(path, { ...fields, client_id: randomUUID() }, { token, isPost: true });
      if (reply.code !== STALE) return reply;
      this.stale++;
      await sleep(TRY_PAUSE_MS);
    }
  }

  async #answered(path: string, fields: Fields, how: { token?: string; ip?: string; isPost?: boolean }): Promise<Reply> {
    const startedMs = performance.now();
    for (let tries = 1; ; tries++) {
      try {
        const reply = await this.#send(path, fields, how);
        this.answerMs.push(performance.now() - startedMs);
        return reply;
      } catch (error) {
        if (tries >= TRIES_MAX) throw error;
        await sleep(TRY_PAUSE_MS);
      }
    }
  }

  async #send(path: string, fields: Fields, how: { token?: string; ip?: string; isPost?: boolean }): Promise<Reply> {
    const url = this.#urls[this.#turn++ % this.#urls.length];
    const words = new URLSearchParams(fields).toString();
    const reply = await fetch(`${url}${path}${how.isPost ? '' : `?${words}`}`, {
      method: how.isPost ? 'POST' : 'GET',
      headers: {
        authorization: how.token ?? '',
        ...(how.ip ? { 'x-forwarded-for': how.ip } : {}),
        ...(how.isPost ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(how.isPost ? { body: words } : {}),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    // A 5xx or 429 is no answer: nothing was written, the same key may be sent again.
    if (!reply.ok) throw new Error(`HTTP ${reply.status}`);
    const answer = (await reply.json()) as Reply;
    if (answer.code === 1003) throw new Error('busy');
    return answer;
  }
}

/** The value below which a share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}
