/** The receipt of an order on screen: its fills, the one that is looked at, and how its check stands. */
import { type ReadonlySignal, useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Checked, CheckReply, Fill, FillsReply, ReceiptSource } from '#protocol/receipts.ts';
import { useLinkReturn } from '../lazy/link-return.ts';
import { askReceipts } from './ask-receipts.ts';

/** A block is sealed a second or two after its fill: it is looked for so often, and so many times. */
const UNSEALED_RETRY_MS = 1_500;
const UNSEALED_TRIES_MAX = 20;

/** `late`: the block did not come for long. */
export type Check = CheckReply | { readonly kind: 'checking' } | { readonly kind: 'late' };

export type ReceiptState = {
  /** `undefined` while they are asked for. */
  readonly fills: ReadonlySignal<FillsReply | undefined>;
  readonly fill: ReadonlySignal<Fill | undefined>;
  /** Of the fill that is looked at. */
  readonly check: ReadonlySignal<Check | undefined>;
  /** What the last check of it came to, this time or earlier. */
  readonly checked: ReadonlySignal<Checked | undefined>;
  choose(deal: number): void;
  reload(): void;
  /** Checks the fill that is looked at, again where it was. */
  run(isLargeFine?: boolean): void;
};

/** `source`, `id`: whose; they stay the same for the life of the component. */
export function useReceipt(source: ReceiptSource, id: number): ReceiptState {
  const fills = useSignal<FillsReply | undefined>(undefined);
  const chosen = useSignal(0);
  const checks = useSignal<ReadonlyMap<number, Check>>(new Map());
  // A check that comes to nothing takes no verdict away.
  const found = useSignal<ReadonlyMap<number, Checked>>(new Map());
  const isGone = useRef(false);
  const fill = useComputed(() => {
    if (fills.value?.kind !== 'fills') return undefined;
    return fills.value.fills.find(({ deal }) => deal.deal === chosen.value) ?? fills.value.fills.at(-1);
  });
  const check = useComputed(() => (fill.value ? checks.value.get(fill.value.deal.deal) : undefined));
  const checked = useComputed(() => fill.value && (found.value.get(fill.value.deal.deal) ?? fill.value.checked));

  const put = (deal: number, next: Check) => {
    if (next.kind === 'checked') found.value = new Map(found.peek()).set(deal, next.checked);
    checks.value = new Map(checks.peek()).set(deal, next);
  };
  const ask = async (deal: number, isLargeFine: boolean, tries = 0): Promise<void> => {
    if (isGone.current) return;
    const reply = await askReceipts({ kind: 'check', source, id, deal, isLargeFine });
    if (reply.kind !== 'unsealed') return put(deal, reply);
    if (tries >= UNSEALED_TRIES_MAX) return put(deal, { kind: 'late' });
    put(deal, reply);
    setTimeout(() => void ask(deal, isLargeFine, tries + 1), UNSEALED_RETRY_MS);
  };
  const run = (isLargeFine = false) => {
    const deal = fill.peek()?.deal.deal;
    const now = check.peek()?.kind;
    if (deal === undefined || now === 'checking' || now === 'unsealed') return;
    put(deal, { kind: 'checking' });
    void ask(deal, isLargeFine);
  };
  const reload = () => {
    fills.value = undefined;
    void askReceipts({ kind: 'fills', source, id }).then((reply) => {
      fills.value = reply;
    });
  };

  useEffect(() => {
    reload();
    return () => {
      isGone.current = true;
    };
  }, []);
  // A verdict that is kept stands until somebody asks for another.
  useSignalEffect(() => {
    if (fill.value && !fill.value.checked && check.value === undefined) run();
  });
  useLinkReturn(() => {
    if (isOffline(fills.peek())) reload();
    if (isOffline(check.peek())) run();
  });
  return {
    fills,
    fill,
    check,
    checked,
    choose: (deal) => {
      chosen.value = deal;
    },
    reload,
    run,
  };
}

const isOffline = (reply: FillsReply | Check | undefined): boolean => reply?.kind === 'problem' && reply.problem === 'offline';
