/** What an operator may see of the log of the tape, and how another is begun. */

import type { Db } from '../database/database.ts';
import { CHAIN_MOVED_FACT, readFact } from '../repositories/fact-repository.ts';
import { leafCount } from '../repositories/tape-log-repository.ts';
import { beginAnotherLog } from '../tape/log/begin-another-log.ts';
import { TapeLogError } from '../tape/log/key-files.ts';
import { logProblem } from '../tape/log/log-problem.ts';
import { newestProblem } from '../tape/log/open-log.ts';
import { makeNextKeys, rotateKeys } from '../tape/log/rotate-keys.ts';
import { type Cause, type Command, type OperatorParts, refused, said } from './command.ts';
import type { Answer } from './operator-call.ts';

async function status({ db, tapeLog }: OperatorParts): Promise<Answer> {
  const { keys, head, objection, missingKeys, newest } = tapeLog;
  const isMoved = (await readFact(db.kysely, CHAIN_MOVED_FACT)) !== undefined;
  const problems = [
    ...(objection === '' ? [] : [`somebody holds a note that this log cannot go on from, and nothing is signed any more:\n${objection}`]),
    ...(missingKeys === '' ? [] : [missingKeys]),
    await logProblem(db.kysely),
    await newestProblem(tapeLog, db),
  ].filter((problem) => problem !== undefined);
  const lines = [
    `origin: ${keys.origin}`,
    `log: ${keys.logVkey}`,
    `receipts: ${keys.receiptsVkey}`,
    ...(keys.known.rotation
      ? [`keys of turn ${keys.turn}; the one before signs too until ${new Date(keys.known.rotation.untilMs).toISOString()}`]
      : []),
    head ? `signed: ${head.size} blocks, root ${head.hash}, up to ${new Date(head.timeMs).toISOString()}` : 'signed: nothing yet',
    `newest: ${newest.path}`,
    ...(isMoved
      ? []
      : [`${await leafCount(db.kysely)} blocks of the chain before are leaves, the others are on their way; nothing is sealed meanwhile`]),
  ];
  return {
    isGood: problems.length === 0,
    lines: [...lines, ...problems, problems.length === 0 ? 'the log holds' : `${problems.length} problems`],
  };
}

type Change = (log: { readonly db: Db; readonly keyDir: string; readonly nowMs: number }, cause: Cause) => Promise<string>;

const CHANGES: Readonly<Record<string, Change>> = {
  async new(log, cause) {
    const { origin } = await beginAnotherLog(log, cause);
    return `the log is "${origin}" now, with the same blocks; copy the new keys of ${log.keyDir} to every other node, which is not ready until it has them`;
  },
  async rotate(log) {
    const { files, isMaker } = await makeNextKeys(log);
    return `the next keys ${isMaker ? 'are' : 'were made before, and stay'} ${files.join(' and ')} of ${log.keyDir}: copy them to every other node, then say tape-log rotate now`;
  },
  async 'rotate now'(log, cause) {
    const { logVkey } = await rotateKeys(log, cause);
    return `the log is signed by ${logVkey} now, and for 90 days by the key before too; keep the files of both`;
  },
};

async function change(words: string, { db, clock, config, tapeLog }: OperatorParts, cause: Cause): Promise<Answer> {
  const work = CHANGES[words];
  if (!work) return refused(`tape-log: got "${words}", takes nothing, or one of: ${Object.keys(CHANGES).join(', ')}`);
  if (cause.reason.trim() === '') return refused(`tape-log ${words}: a change needs --reason "why"`);
  if (!tapeLog.isLeading) return refused(`tape-log ${words}: this node does not lead; ask the one that does`);
  try {
    const line = await work({ db, keyDir: config.tapeKeyDir, nowMs: clock.now() }, cause);
    await tapeLog.refresh();
    return said(line);
  } catch (error) {
    if (error instanceof TapeLogError) return refused(error.message);
    throw error;
  }
}

export const TAPE_COMMANDS: readonly Command[] = [
  {
    name: 'tape-log',
    words: '[new | rotate | rotate now]',
    about:
      'shows the log of the tape and recomputes it; with --reason: `new` begins another with the same blocks, `rotate` makes its next keys, `rotate now` has them sign',
    isChange: false,
    run: (parts, words, cause) => (words.length === 0 ? status(parts) : change(words.join(' '), parts, cause)),
  },
];
