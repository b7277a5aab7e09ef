/** A receipt as a device puts it together from what a server with a made log answers, and what every verifier that there is says of it. */
import { dealText } from '#domain/tape/deal-note.ts';
import { inclusionNodes, makeProof } from '#domain/tape/merkle.ts';
import { nobleCrypto } from '#domain/tape/noble-crypto.ts';
import type { SignedDeal } from '#domain/tape/signed-deal.ts';
import { type Assembled, assembledReceipt } from '#worker/receipts/assemble.ts';
import { LogReader } from '#worker/receipts/log-reader.ts';
import type { TapeCalls } from '#worker/receipts/tape-calls.ts';
import { type MadeLog, signed } from './made-log.ts';
import { hasPython, type Said, saidByOurs, saidByPython } from './python-verifier.ts';
import { servedLog } from './served-log.ts';

type Made = { readonly made: Assembled; readonly asked: ReadonlySet<string> };

/** What a device asks of a server with a log of more than 50 blocks, and what it makes of the answers. `asked`: the paths. */
export async function putTogether(deal: SignedDeal, of: MadeLog): Promise<Made> {
  const size = of.blocks.length;
  const served = servedLog(of, size);
  const asked = new Set<string>();
  const calls: TapeCalls = {
    text: () => Promise.reject(new Error('no text is asked for')),
    async bytes(path) {
      asked.add(path);
      return (await served(path)) ?? Promise.reject(new Error(path));
    },
    async proof(path) {
      asked.add(path);
      const [index, to] = path.split('/').slice(1).map(Number) as [number, number];
      return makeProof(nobleCrypto.sha256, inclusionNodes({ level: 0, index }, to), of.hashOf);
    },
  };
  const vkeys = [of.logKey.verifier, of.receiptsKey.verifier] as const;
  const head = { origin: of.origin, ...of.head(size) };
  const now = { vkeys, keys: of.keys(), checkpoint: of.checkpoint(size), head, pins: [], isOurs: true };
  const older = [{ checkpoint: of.checkpoint(50), proof: of.consistency(50, size) }];
  const note = signed(dealText(deal), of.receiptsKey);
  const made = await assembledReceipt(calls, new LogReader(calls, size), { note, deal, now, older, isLargeFine: true });
  return { made, asked };
}

/** The four reasons, or why the file was refused. */
const wordsOf = (said: Said): string =>
  'refused' in said
    ? said.refused
    : Object.values(said)
        .map(([, reason]) => reason)
        .join(' ');

/** What all verifiers that there are say of a file, with the key of its log as pin: one text where they agree. */
export function saidByAll(text: string, of: MadeLog): readonly string[] {
  const pins = [{ vkey: of.logKey.verifier.text }];
  return [...new Set([saidByOurs(text, pins), ...(hasPython ? saidByPython([text], pins) : [])].map(wordsOf))];
}
