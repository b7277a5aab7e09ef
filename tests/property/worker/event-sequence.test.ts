import { describe, expect, it } from 'vitest';
import type { UserEvent } from '#protocol/received.ts';
import { EventSequence, HOLE_WAIT_MS, WAITING_MAX } from '#worker/socket/event-sequence.ts';
import { Seeded } from '../../engine/seeded.ts';
import { VirtualClock } from '../../engine/virtual-clock.ts';

const SCRIPTS = 10_000;
const TOPICS = ['closed', 'order', 'balance'] as const;
const RECOVER_MAX = 12;

const event = (seq: number): UserEvent => ({ kind: 'order', seq, uid: '', id: seq, status: 1 });

/** A server with an outbox, and one connection at a time over which pushes of subscribed topics come in order. */
class Script {
  readonly clock = new VirtualClock(0);
  readonly delivered: number[] = [];
  /** Last number at the time of each loss that was told: all up to there is read from REST. */
  readonly losses: number[] = [];
  readonly sequence = new EventSequence(
    this.clock,
    (it) => this.delivered.push(it.seq),
    () => this.losses.push(this.outbox.length),
  );
  readonly outbox: number[] = [];
  readonly #random: Seeded;
  readonly #subscribed = new Set<number>();
  #epoch = 'a';
  #wire: (() => void)[] = [];
  begunAt = 0;

  constructor(seed: number) {
    this.#random = new Seeded(seed);
  }

  async run(): Promise<void> {
    this.#connect();
    for (let step = 0; step < 30; step++) {
      const act = this.#random.next();
      if (act < 0.5) this.#happen();
      else if (act < 0.6) this.#connect();
      else if (act < 0.63) this.#epoch += 'x';
      this.#deliver(this.#random.whole(0, 6));
      // Only here and there, since it costs most.
      if (act > 0.95) await this.clock.advance(this.#random.between(0, HOLE_WAIT_MS * 2));
    }
    this.#connect();
    this.#deliver(Number.POSITIVE_INFINITY);
    await this.clock.advance(HOLE_WAIT_MS * 2);
  }

  #happen(): void {
    const seq = this.outbox.length + 1;
    const topic = this.#random.whole(0, TOPICS.length - 1);
    this.outbox.push(topic);
    if (this.#subscribed.has(topic)) this.#push(seq);
  }

  /** A cut loses what is on the wire; then every topic is subscribed again, one after another. */
  #connect(): void {
    this.#wire = [];
    this.#subscribed.clear();
    const position = this.sequence.position;
    for (let topic = 0; topic < TOPICS.length; topic++) {
      this.#wire.push(() => undefined);
      this.#subscribe(topic, position);
      if (this.#random.chance(0.3)) this.#happen();
    }
  }

  #subscribe(topic: number, position: { epoch: string; seq: number } | undefined): void {
    const seq = this.outbox.length;
    const epoch = this.#epoch;
    const canRecover = position !== undefined && position.epoch === epoch && seq - position.seq <= RECOVER_MAX;
    if (!position) this.begunAt = Math.max(this.begunAt, seq);
    this.#wire.push(() => this.sequence.acknowledged({ epoch, seq, recovered: position && canRecover }));
    if (canRecover) for (let missed = position.seq + 1; missed <= seq; missed++) if (this.outbox[missed - 1] === topic) this.#push(missed);
    this.#subscribed.add(topic);
  }

  #push(seq: number): void {
    this.#wire.push(() => this.sequence.take(event(seq)));
    if (this.#random.chance(0.3)) this.#wire.push(() => this.sequence.take(event(seq)));
  }

  #deliver(count: number): void {
    for (let left = count; left > 0 && this.#wire.length > 0; left--) this.#wire.shift()?.();
  }
}

describe('EventSequence', () => {
  it(`${SCRIPTS} random disconnect scripts: nothing lost, doubled or reordered, or the loss is told`, { timeout: 60_000 }, async () => {
    let recovered = 0;
    let told = 0;
    for (let seed = 0; seed < SCRIPTS; seed++) {
      const script = new Script(seed);
      await script.run();
      const { delivered, losses, outbox, begunAt } = script;
      const isAscending = delivered.every((seq, index) => index === 0 || seq > (delivered[index - 1] as number));
      if (!isAscending) throw new Error(`seed ${seed}: ${delivered.join()}`);
      const seen = new Set(delivered);
      const readUpTo = Math.max(begunAt, ...losses);
      for (let seq = 1; seq <= outbox.length; seq++) {
        if (!seen.has(seq) && seq > readUpTo) throw new Error(`seed ${seed}: ${seq} of ${outbox.length} lost, read up to ${readUpTo}`);
      }
      recovered += delivered.length;
      told += losses.length;
    }
    expect(recovered).toBeGreaterThan(SCRIPTS * 3);
    expect(told).toBeGreaterThan(SCRIPTS / 10);
  });

  it('a number that never comes is told as a loss, and what waited for it is handed on in order', async () => {
    const clock = new VirtualClock(0);
    const delivered: number[] = [];
    let losses = 0;
    const sequence = new EventSequence(
      clock,
      (it) => delivered.push(it.seq),
      () => losses++,
    );
    sequence.acknowledged({ epoch: 'a', seq: 10, recovered: undefined });
    for (const seq of [13, 12, 11, 15, 14, 18, 17]) sequence.take(event(seq));
    expect([delivered, losses]).toEqual([[11, 12, 13, 14, 15], 0]);
    await clock.advance(HOLE_WAIT_MS);
    expect([delivered.slice(5), losses, sequence.position]).toEqual([[17, 18], 1, { epoch: 'a', seq: 18 }]);
  });

  it('waits for a bounded number of events only', () => {
    let losses = 0;
    const sequence = new EventSequence(
      new VirtualClock(0),
      () => undefined,
      () => losses++,
    );
    sequence.acknowledged({ epoch: 'a', seq: 0, recovered: undefined });
    for (let seq = 2; seq <= WAITING_MAX + 2; seq++) sequence.take(event(seq));
    expect([losses, sequence.position?.seq]).toEqual([1, WAITING_MAX + 2]);
  });

  it('base events have no number and are handed on as they come', () => {
    const delivered: UserEvent[] = [];
    const sequence = new EventSequence(
      new VirtualClock(0),
      (it) => delivered.push(it),
      () => undefined,
    );
    sequence.take(event(Number.NaN));
    expect([delivered.length, sequence.position]).toEqual([1, undefined]);
  });
});
