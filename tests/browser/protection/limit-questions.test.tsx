/** What is said before a limit or a break begins: from when on it holds, and until when. */
import { screen, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { LOOSER_AFTER_DAYS } from '#domain/own-limits.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time-units.ts';
import { momentText } from '#ui/text/moment-text.ts';
import { toasts } from '../support/toasts.ts';
import { answer, calls, FREE, LATER, openProtection, openSheet, press, protectionStage } from './open-protection.tsx';

const stage = protectionStage();
const inWords = (timeMs: number): string => momentText(timeMs, Date.now(), '0').replace(/,.*/, '');
/** The day on which a limit holds that is loosened now, by the minute that has begun or the next one. */
const looserDay = (): RegExp => new RegExp(`(${[0, 60_000].map((ms) => inWords(Date.now() + ms + LOOSER_AFTER_DAYS * DAY_MS)).join('|')})`);

/** Opens the limit of losses in 24 hours, of 50, and asks for another. */
async function askFor(typed: string, row: Partial<(typeof FREE.limits)[number]> = {}): Promise<void> {
  const limits = FREE.limits.map((one) => (one.kind === 'loss_day' ? { ...one, value: '50', used: '0', ...row } : one));
  await openProtection(stage, { limits });
  stage.server.on('/api/user/own_limit', () => null);
  const sheet = await openSheet(/^Limits on yourself/, 'Limits on yourself');
  await press('Change Losses in 24 hours', sheet);
  await userEvent.fill(sheet.getByLabelText('Losses in 24 hours'), typed);
  await press('Save', sheet);
}
const question = async () => (await screen.findByRole('alertdialog')).textContent ?? '';

describe('a limit that is asked for', () => {
  it('D9.403 says from which day a looser one holds, before and after', async () => {
    await askFor('100');
    expect(await question()).toMatch(/It is looser, so that it holds from .* on\. Until then: at most 50\.00 USD\./);
    expect(await question()).toMatch(looserDay());
    await answer('Set the limit');
    await expect.poll(toasts).toMatch(/100\.00 USD from .*, \d\d:\d\d on/);
    expect(calls(stage, '/api/user/own_limit').map(({ body }) => body)).toEqual([{ kind: 'loss_day', value: '100' }]);
  });

  it('D9.403 D9.375 says so of none at all, which asks nothing', async () => {
    await askFor('');
    await expect.poll(toasts).toMatch(/No limit from .*, \d\d:\d\d on/);
    expect(toasts()).toMatch(looserDay());
  });

  it('D9.403 says of a tighter one that it holds at once', async () => {
    await askFor('20');
    expect(await question()).toContain(`It holds at once. A looser one holds ${LOOSER_AFTER_DAYS} days after it was asked for.`);
    await answer('Set the limit');
    await expect.poll(toasts).toContain('Saved');
  });

  it('D9.403 D9.238 names the day of the one that waits, where that keeps its time', async () => {
    await askFor('150', { next: '200', from: LATER });
    expect(await question()).toContain('it holds from Tue 6 May 2031, 07:08 on');
    await answer('Cancel');
  });
});

it('D9.403 a break names its end in its question', async () => {
  await openProtection(stage);
  const sheet = await openSheet(/^Take a break/, 'Take a break');
  await press('Begin the break', sheet);
  const ends = (days: number, name: string) =>
    new RegExp(
      `^Take a break of ${name}, until ${inWords(Math.ceil((Date.now() + days * DAY_MS) / MINUTE_MS) * MINUTE_MS)}, \\d\\d:\\d\\d\\?$`,
    );
  const dialog = await screen.findByRole('alertdialog', { name: ends(1, '1 day') });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await userEvent.selectOptions(sheet.getByLabelText('Break'), '30');
  await press('Begin the break', sheet);
  await screen.findByRole('alertdialog', { name: ends(30, '30 days') });
  await answer('Cancel');
  expect(calls(stage, '/api/user/cool_off')).toEqual([]);
});
