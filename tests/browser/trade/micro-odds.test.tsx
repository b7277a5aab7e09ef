/** What the sheet of a micro trade says of winning, losing and chance. */
import { fireEvent, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { needTexts } from '#ui/language/i18n.ts';
import { putSite } from '#ui/state/site.ts';
import { micros, NOW, terms } from '../micro/micro-market.ts';
import { figure, openMicro, openSheet, resetMicroTrade, SITE, sheet, side } from './open-micro.tsx';
import { leaveTrade } from './open-trade.tsx';

beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(resetMicroTrade);
afterEach(leaveTrade);

it('S1-2.83 odds without a fraction have none on screen', async () => {
  micros.terms = { ...terms(), sec: terms().sec.map((each) => ({ ...each, WinShare: '0.5', AverageCost: '0.1' })) };
  const dialog = await openSheet();
  expect(dialog.textContent).toContain('By chance 50 of 100 trades of 1 min win, so one costs 10% of its amount on average.');
});

it('D9.253 what wins is said of the side that is bought, and what is lost else as the site has it', async () => {
  putSite({ ...SITE, micro_loss_level: '1' });
  await openMicro();
  fireEvent.click(side('down'));
  const dialog = await sheet('Buy down · EUR/USD');
  await within(dialog).findByRole('group', { name: 'Duration and profit rate' });
  expect(dialog.textContent).toContain('Wins if it ends at its open price or below: +85%. Above: \u221285%.');
  expect([figure(dialog, 'Expected profit'), figure(dialog, 'Lost if wrong')]).toEqual(['+8.50', '\u22128.50']);
});

it('D9.253 where nobody knows the odds, what wins and what it pays is said all the same', async () => {
  micros.terms = { ...terms(), sec: terms().sec.map((each) => ({ ...each, WinShare: '0', AverageCost: '0' })) };
  const dialog = await openSheet();
  expect(dialog.querySelector('.micro-odds')?.textContent).toMatch(/^Wins if it ends at its open price or above: \+85%\. Below: .100%\.$/);
});

it('D9.167 D9.253 up to a chosen end the terms and odds are those of the listed duration within it, and of a shorter one as it comes nearer', async () => {
  const dialog = await openSheet();
  fireEvent.click(within(dialog).getByRole('tab', { name: 'At a time' }));
  const group = await within(dialog).findByRole('group', { name: 'End time' });
  fireEvent.click(within(group).getByRole('button', { name: /^10:03/ }));
  const odds = () => dialog.querySelector('.micro-odds')?.textContent;
  await expect.poll(odds).toContain('Until 10:03 it has the terms of 2 min. By chance 50.4 of 100 trades of 2 min win');
  expect(figure(dialog, 'Profit rate')).toBe('88%');
  fireEvent.click(within(group).getByRole('button', { name: /^10:02/ }));
  await expect.poll(odds).toContain('Until 10:02 it has the terms of 1 min. By chance 50.1 of 100 trades of 1 min win');
  expect(figure(dialog, 'Profit rate')).toBe('85%');
});

it('D9.167 as the chosen end comes nearer, the terms that hold change on screen', async () => {
  // Two seconds more than two minutes are left of 10:03.
  micros.terms = { ...terms(), Time: NOW + 53_000 };
  const dialog = await openSheet();
  fireEvent.click(within(dialog).getByRole('tab', { name: 'At a time' }));
  const group = await within(dialog).findByRole('group', { name: 'End time' });
  fireEvent.click(within(group).getByRole('button', { name: /^10:03/ }));
  await expect.poll(() => dialog.querySelector('.micro-odds')?.textContent).toContain('Until 10:03 it has the terms of 1 min.');
  expect(figure(dialog, 'Profit rate')).toBe('85%');
});
