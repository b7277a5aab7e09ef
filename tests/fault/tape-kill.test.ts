/** kill -9 between any two steps of sealing a block: whatever anybody was ever shown, the table held or the file `newest` said, no size has two roots; on both databases. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { type Checkpoint, parseCheckpoint } from '#domain/tape/checkpoint.ts';
import { parseNote } from '#domain/tape/signed-note.ts';
import { toHex } from '#domain/tape/text-bytes.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { checkpointRow } from '#server/repositories/tape-log-repository.ts';
import { logProblem } from '#server/tape/log/log-problem.ts';
import { notesOfFile } from '#server/tape/log/newest-file.ts';
import { freshSchema } from '../server/each-database.ts';

const KILLS = process.env.TEST_LONG ? 200 : 10;
const STEPS = [
  'before commit',
  'after commit',
  'before newest',
  'newest open',
  'newest not written',
  'newest written',
  'before rename',
  'after rename',
  'after publishing',
] as const;
const LIFE_MS_MAX = 60_000;
const life = new URL('tape-life.ts', import.meta.url).pathname;
const repository = new URL('../..', import.meta.url).pathname;

/** Every root that was ever seen, by its size. */
class Seen {
  readonly #roots = new Map<number, string>();

  take(note: string): Checkpoint {
    const checkpoint = parseCheckpoint(parseNote(note)?.text ?? '');
    if (!checkpoint) throw new Error(`no checkpoint: ${note}`);
    const root = toHex(checkpoint.root);
    expect([checkpoint.size, this.#roots.get(checkpoint.size) ?? root]).toEqual([checkpoint.size, root]);
    this.#roots.set(checkpoint.size, root);
    return checkpoint;
  }
}

/** Lives until it is killed or done; what it showed, and how it ended. */
function live(env: Record<string, string>): Promise<{ notes: string[]; how: string; err: string }> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, ['--import', 'tsx', life], { cwd: repository, env: { PATH, HOME, ...env }, timeout: LIFE_MS_MAX });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  return new Promise((resolve) =>
    child.on('close', (code, signal) => {
      const notes = out.split('\n').filter((line) => line !== '');
      resolve({ notes: notes.map((line) => JSON.parse(line) as string), how: signal ?? String(code), err });
    }),
  );
}

async function killBetweenSteps(databaseUrl: string | undefined): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-kill-'));
  const keyDir = join(folder, 'keys');
  const env = { DATA_DIR: folder, KEY_DIR: keyDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) };
  const seen = new Seen();
  let reached = 0;
  const look = async (shown: readonly string[]) => {
    const db = await openDatabase({ dataDir: folder, databaseUrl, isFlushed: false });
    try {
      const sizes = shown.map((note) => seen.take(note).size);
      const row = await checkpointRow(db.kysely);
      const file = join(keyDir, 'newest');
      const newest = Math.max(0, ...(existsSync(file) ? notesOfFile(readFileSync(file)) : []).map((note) => seen.take(note).size));
      const committed = row.size > 0 ? seen.take(row.note).size : 0;
      // Shown is what was written to the file before, and that is what was committed before.
      expect([Math.max(0, ...sizes) <= newest, newest <= committed, committed >= reached]).toEqual([true, true, true]);
      reached = committed;
      expect(await logProblem(db.kysely)).toBeUndefined();
    } finally {
      await db.close();
    }
  };
  try {
    for (let kill = 0; kill < KILLS; kill++) {
      const step = STEPS[kill % STEPS.length] as string;
      const { notes, how, err } = await live({ ...env, KILL_AT: step, KILL_BLOCK: String(1 + (kill % 4)) });
      expect([step, how, err]).toEqual([step, 'SIGKILL', '']);
      await look(notes);
    }
    const { notes, how, err } = await live(env);
    expect([how, err]).toEqual(['0', '']);
    await look(notes);
    expect(reached).toBeGreaterThan(10 + KILLS);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('kill -9 between the steps of a block', () => {
  it(`D9.290 SQLite: ${KILLS} kills, and never two roots for a size`, () => killBetweenSteps(undefined), KILLS * LIFE_MS_MAX);

  const url = inject('postgresUrl');
  it.runIf(url)(
    `D9.290 PostgreSQL: ${KILLS} kills, and never two roots for a size`,
    async () => {
      const place = await freshSchema(url as string);
      try {
        await killBetweenSteps(place.options.databaseUrl);
      } finally {
        await place.remove();
      }
    },
    KILLS * LIFE_MS_MAX,
  );
});
