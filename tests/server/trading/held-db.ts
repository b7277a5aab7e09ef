/** A database whose transactions wait before their commit until they are let go, as on PostgreSQL a slow one does. */
import type { Db } from '#server/database/database.ts';

type HeldDb = {
  readonly db: Db;
  /** From now on transactions wait. */
  hold(): void;
  letGo(): void;
  /** Resolves when the first one waits. */
  readonly held: Promise<void>;
};

export function heldDb(db: Db): HeldDb {
  let isHolding = false;
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let arrived = () => {};
  const held = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  return {
    held,
    hold: () => {
      isHolding = true;
    },
    letGo: () => letGo(),
    db: {
      ...db,
      transaction: (work) =>
        db.transaction(async (trx) => {
          const result = await work(trx);
          if (isHolding) {
            arrived();
            await gate;
          }
          return result;
        }),
    },
  };
}

/** A database that takes no transaction while it is shut: what waits goes on when it opens. */
export function gatedDb(db: Db): Db & { shut(): void; open(): void } {
  let gate: Promise<void> | undefined;
  let release = () => {};
  return {
    ...db,
    shut() {
      gate ??= new Promise<void>((resolve) => {
        release = resolve;
      });
    },
    open() {
      gate = undefined;
      release();
    },
    async transaction(work) {
      while (gate) await gate;
      return db.transaction(work);
    },
  };
}
