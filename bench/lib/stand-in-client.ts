/** Starts the stand-in server as a process of its own, asks it and ends it. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { StandInAsk, StandInOptions, StandInReply, StandInReport } from './stand-in-words.ts';

const ANSWER_WITHIN_MS = 60_000;
const file = fileURLToPath(new URL('../stand-in.ts', import.meta.url));

export type StandIn = {
  /** `http://127.0.0.1:<port>`. */
  readonly origin: string;
  /** `ws://127.0.0.1:<port>/api/v2/ws`. */
  readonly socketUrl: string;
  report(): Promise<StandInReport>;
  /** Another pace or market from here on. */
  set(options: Partial<StandInOptions>): Promise<StandInReport>;
  /** Ends every socket without a word. */
  drop(): Promise<StandInReport>;
  stop(): Promise<void>;
};

type Words = StandInAsk extends infer Ask ? (Ask extends StandInAsk ? Omit<Ask, 'id'> : never) : never;

/** Resolves when it listens. What is not given is as in `STAND_IN_DEFAULTS`. */
export async function startStandIn(options: Partial<StandInOptions> = {}): Promise<StandIn> {
  const child = fork(file, [JSON.stringify(options)], { execArgv: ['--import', 'tsx'], stdio: ['ignore', 2, 2, 'ipc'] });
  const waiting = new Map<number, { resolve(reply: StandInReply): void; reject(error: Error): void }>();
  let lastId = 0;
  const answerTo = (id: number): Promise<StandInReply> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('the stand-in does not answer')), ANSWER_WITHIN_MS);
      const settle =
        <T>(done: (value: T) => void) =>
        (value: T) => {
          clearTimeout(timer);
          waiting.delete(id);
          done(value);
        };
      waiting.set(id, { resolve: settle(resolve), reject: settle(reject) });
    });
  child.on('message', (reply: StandInReply) => waiting.get(reply.id)?.resolve(reply));
  const ended = new Promise<void>((resolve) =>
    child.on('exit', (code) => {
      for (const { reject } of [...waiting.values()]) reject(new Error(`the stand-in ended with ${code}`));
      resolve();
    }),
  );
  const ask = async (words: Words): Promise<StandInReport> => {
    const id = ++lastId;
    const answer = answerTo(id);
    child.send({ ...words, id });
    return (await answer).report;
  };
  const { port } = await answerTo(0);
  return {
    origin: `http://127.0.0.1:${port}`,
    socketUrl: `ws://127.0.0.1:${port}/api/v2/ws`,
    report: () => ask({ kind: 'report' }),
    set: (changes) => ask({ kind: 'set', options: changes }),
    drop: () => ask({ kind: 'drop' }),
    stop: () => {
      child.disconnect();
      return ended;
    },
  };
}
