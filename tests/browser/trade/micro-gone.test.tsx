/** A micro trade that is refused while its person is elsewhere is told there. */
import { fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { needTexts } from '#ui/language/i18n.ts';
import { answerMicros, SUBMIT } from '../micro/micro-market.ts';
import { toasts } from '../support/toasts.ts';
import { confirm, openSheet, resetMicroTrade, sent } from './open-micro.tsx';
import { isActive, leaveTrade, tab, world } from './open-trade.tsx';

beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(resetMicroTrade);
afterEach(leaveTrade);

async function gone(leave: () => unknown, back: () => unknown) {
  let reply: (answer: { code: number; msg: string }) => void = () => undefined;
  world.calls = answerMicros({ [SUBMIT]: () => new Promise((resolve) => (reply = resolve)) });
  const dialog = await openSheet();
  fireEvent.click(confirm(dialog));
  await expect.poll(() => sent().length).toBe(1);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  await leave();
  await new Promise((r) => setTimeout(r, 300));
  reply({ code: 1107, msg: 'The ratio is lower now' });
  await expect.poll(toasts).toContain('The ratio is lower now');
  await back();
}
it('on another page', () =>
  gone(
    () => (isActive.value = false),
    () => (isActive.value = true),
  ));
it('at the contract form', () =>
  gone(
    async () => fireEvent.click(await tab('Contract')),
    async () => fireEvent.click(await tab('Micro')),
  ));
