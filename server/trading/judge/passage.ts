/** What one judgement has done to an account so far, and how many effects it may still have. */
import type { OutboxEvent } from '../../repositories/outbox-repository.ts';
import { type AccountAtTick, holdingsOf } from './account-at-tick.ts';
import type { LockedAccount } from './locked-account.ts';
import type { Holdings } from './tick-rules.ts';

export class Passage {
  readonly events: OutboxEvent[] = [];
  holdings: Holdings;
  /** Orders filled, closed or cancelled, and work that fell due. */
  effects = 0;
  hasChanged = false;
  readonly #locked: LockedAccount;
  readonly #effectsMax: number;

  constructor(locked: LockedAccount, effectsMax: number) {
    this.#locked = locked;
    this.#effectsMax = effectsMax;
    this.holdings = holdingsOf(locked.account, locked.live);
  }

  get isFull(): boolean {
    return this.effects >= this.#effectsMax;
  }

  /** Takes over what happened at a tick, or at the moment of due work. */
  take(at: AccountAtTick, effects = at.effects): void {
    const locked = this.#locked;
    locked.live = at.live;
    locked.isCalled = at.isCalled;
    this.holdings = holdingsOf(locked.account, locked.live);
    this.events.push(...at.events());
    this.effects += effects;
    this.hasChanged = true;
  }
}
