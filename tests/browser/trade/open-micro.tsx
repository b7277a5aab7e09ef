/** The micro tab of Trade as a test opens it: a site that has it, a demo account, nothing that runs. */
import { fireEvent, screen, within } from '@testing-library/preact';
import { expect } from 'vitest';
import { tradeKind } from '#ui/screens/trade/trade-kind.ts';
import { sessionNumber } from '#ui/state/session.ts';
import { putSite } from '#ui/state/site.ts';
import { answerMicros, resetMicros, SUBMIT } from '../micro/micro-market.ts';
import { openTrade, resetTrade, tab, world } from './open-trade.tsx';

export const SITE = { currency: 'USD', timezone: '0', is_micro: '1', is_mock_login: '1', demo_balance: '10000' };
export const side = (name: 'up' | 'down') => screen.getByRole<HTMLButtonElement>('button', { name: `Buy ${name}` });
export const sheet = (name = 'Buy up · EUR/USD') => screen.findByRole('dialog', { name });
export const detail = () => screen.findByRole('dialog', { name: 'EUR/USD' });
export const confirm = (dialog: HTMLElement) => within(dialog).getByRole<HTMLButtonElement>('button', { name: /^(Confirm|Sending)/ });
export const amount = (dialog: HTMLElement) => within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Amount' });
export const figure = (dialog: HTMLElement, name: string) => within(dialog).getByText(name).nextElementSibling?.textContent;
export const sent = () => world.calls.filter(({ path }) => path === SUBMIT).map(({ fields }) => Object.fromEntries(fields));

/** One tap: the tab. Its buttons are there, and can be pressed. */
export async function openMicro(): Promise<void> {
  openTrade();
  fireEvent.click(await tab('Micro'));
  await expect.poll(() => screen.queryByRole<HTMLButtonElement>('button', { name: 'Buy up' })?.disabled).toBe(false);
}
export async function openSheet(): Promise<HTMLElement> {
  await openMicro();
  fireEvent.click(side('up'));
  const dialog = await sheet();
  await within(dialog).findByRole('group', { name: 'Duration and profit rate' });
  return dialog;
}

/** Before each test. */
export async function resetMicroTrade(): Promise<void> {
  resetMicros();
  await resetTrade();
  putSite(SITE);
  sessionNumber.value++;
  tradeKind.value = 'contract';
  world.calls = answerMicros();
}

/** A micro trade is on its way and its sheet closed. Gives what answers it. */
export async function sendAndClose(): Promise<(answer: { code: number; msg: string }) => void> {
  let reply: (answer: { code: number; msg: string }) => void = () => undefined;
  world.calls = answerMicros({ [SUBMIT]: () => new Promise((resolve) => (reply = resolve)) });
  const dialog = await openSheet();
  fireEvent.click(confirm(dialog));
  await expect.poll(() => sent().length).toBe(1);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  return (answer) => reply(answer);
}
