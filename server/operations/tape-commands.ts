/** What an operator may see of the log of the tape, and how another is begun. */
import { CHAIN_MOVED_FACT, readFact } from '../repositories/fact-repository.ts';
import { leafCount } from '../repositories/tape-log-repository.ts';
import { beginAnew } from '../tape/log/begin-anew.ts';
import { TapeLogError } from '../tape/log/key-files.ts';
import { logProblem } from '../tape/log/log-problem.ts';
import { newestProblem } from '../tape/log/open-log.ts';
import { type Cause, type Command, type OperatorParts, refused, said } from './command.ts';
import type { Answer } from './operator-call.ts';

async function status({ db, tapeLog }: OperatorParts): Promise<Answer> {
  const { keys, head, objection, lacking, newest } = tapeLog;
  const isMoved = (await readFact(db.kysely, CHAIN_MOVED_FACT)) !== undefined;
  const problems = [
    ...(objection === '' ? [] : [`somebody holds a note that this log cannot go on from, and nothing is signed any more:\n${objection}`]),
    ...(lacking === '' ? [] : [lacking]),
    await logProblem(db.kysely),
    await newestProblem(tapeLog, db),
  ].filter((problem) => problem !== undefined);
  const lines = [
    `origin: ${keys.origin}`,
    `log: ${keys.logVkey}`,
    `receipts: ${keys.receiptsVkey}`,
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

async function beginAnother({ db, clock, config, tapeLog }: OperatorParts, cause: Cause): Promise<Answer> {
  if (cause.reason.trim() === '') return refused('tape-log new: a change needs --reason "why"');
  if (!tapeLog.isLeading) return refused('tape-log new: this node does not lead; ask the one that does');
  try {
    const keys = await beginAnew({ db, keyDir: config.tapeKeyDir, nowMs: clock.now() }, cause);
    await tapeLog.refresh();
    return said(
      `the log is "${keys.origin}" now, with the same blocks; copy the new keys of ${config.tapeKeyDir} to every other node, which is not ready until it has them`,
    );
  } catch (error) {
    if (error instanceof TapeLogError) return refused(error.message);
    throw error;
  }
}

export const TAPE_COMMANDS: readonly Command[] = [
  {
    name: 'tape-log',
    words: '[new]',
    about: 'shows the log of the tape and recomputes it; `new` (needs --reason) begins another with the same blocks',
    isChange: false,
    async run(parts, words, cause) {
      if (words.length === 0) return status(parts);
      return words.length === 1 && words[0] === 'new'
        ? beginAnother(parts, cause)
        : refused(`tape-log: got "${words.join(' ')}", takes nothing, or new`);
    },
  },
];
