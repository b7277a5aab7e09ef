/** A micro trade that is refused while its person is elsewhere is told there. */
import { fireEvent } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { needTexts } from '#ui/language/i18n.ts';
import { toasts } from '../support/toasts.ts';
import { resetMicroTrade, sendAndClose } from './open-micro.tsx';
import { isActive, leaveTrade, tab } from './open-trade.tsx';

beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(resetMicroTrade);
afterEach(leaveTrade);

async function gone(leave: () => unknown, back: () => unknown) {
  const reply = await sendAndClose();
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
