/** A device that was there before: it has the key of the log as it first saw it and every checkpoint that it was shown since, and nothing else. */
import { parseCheckpoint } from '#domain/tape/checkpoint.ts';
import { nobleCrypto } from '#domain/tape/noble-crypto.ts';
import { parseNote, parseVerifierKey, type VerifierKey } from '#domain/tape/signed-note.ts';
import { fromBase64 } from '#domain/tape/text-bytes.ts';
import { historyAnswer, type SeenCheckpoint } from '#domain/tape/verify-history.ts';
import { signedCheckpoint } from '#domain/tape/verify-log.ts';
import { finished } from '#domain/tape/verify-receipt.ts';
import type { StartedApp } from '../start-app.ts';

const sizeOf = (note: string): number => parseCheckpoint(parseNote(note)?.text ?? '')?.size ?? 0;

async function signedDeals(app: StartedApp, token: string): Promise<{ Deal: number; Note: string }[]> {
  const { data } = await app.call<{ list: { Deal: number; Note: string }[] }>('/v2/api/order/receipt', { after: '0' }, { token });
  return data.list;
}

export class WatchingClient {
  #pin: VerifierKey | undefined;
  readonly #notes: string[] = [];
  /** Its own deals as they were signed, by their number. */
  readonly #deals = new Map<number, string>();

  /** Looks at the newest checkpoint and keeps it. */
  async look(app: StartedApp): Promise<void> {
    const { data } = await app.call<{ tape_log: string }>('/api/basicSet/getBasicInfo');
    this.#pin ??= parseVerifierKey(nobleCrypto.sha256, data.tape_log);
    this.#notes.push((await this.#fetch(app, 'checkpoint')) ?? '');
  }

  /** Keeps the signed deals of its owner, as it does after each fill. */
  async keepDeals(app: StartedApp, token: string): Promise<void> {
    for (const { Deal, Note } of await signedDeals(app, token)) this.#deals.set(Deal, Note);
  }

  /** Deals that are signed otherwise than they were, each with both notes: whoever signs two has contradicted himself. */
  async contradictions(app: StartedApp, token: string): Promise<{ readonly before: string; readonly now: string }[]> {
    const rows = await signedDeals(app, token);
    return rows.flatMap(({ Deal, Note }) => {
      const before = this.#deals.get(Deal);
      return before === undefined || before === Note ? [] : [{ before, now: Note }];
    });
  }

  /** What History says of the checkpoint that is shown now, by all that were shown before. */
  async history(app: StartedApp): Promise<string> {
    const signer = this.#pin as VerifierKey;
    const head = signedCheckpoint(nobleCrypto, (await this.#fetch(app, 'checkpoint')) ?? '', { signer, known: [] });
    if ('reason' in head) return head.reason;
    const seen: SeenCheckpoint[] = [];
    for (const checkpoint of this.#notes) {
      const size = sizeOf(checkpoint);
      const lines = await this.#fetch(app, `consistency/${Math.min(size, head.size)}/${Math.max(size, head.size)}`);
      const proof = lines
        ?.split('\n')
        .slice(0, -1)
        .map((line) => fromBase64(line) as Uint8Array);
      seen.push({ checkpoint, proof });
    }
    return finished(historyAnswer(nobleCrypto, head, seen, [signer])).reason;
  }

  /** Size of the newest checkpoint that it has. */
  get size(): number {
    return sizeOf(this.#notes.at(-1) ?? '');
  }

  /** Comes back with its newest note, as every client does when it subscribes. */
  async comeBack(app: StartedApp): Promise<void> {
    const socket = await app.connect();
    await socket.ask({ type: 'hello', v: 2, id: 1 }, ({ type }) => type === 'hello');
    await socket.ask({ type: 'sub', topic: 'TAPE', note: this.#notes.at(-1), id: 2 }, ({ id }) => id === 2);
    socket.close();
  }

  async #fetch(app: StartedApp, path: string): Promise<string | undefined> {
    const reply = await app.app.inject(`/tape/${path}`);
    return reply.statusCode === 200 ? reply.payload : undefined;
  }
}
