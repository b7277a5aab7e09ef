/** A limit on oneself that is used up, where it is set and at the heads of Home and Account. */
import { screen } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { readStanding } from '#ui/security/read-standing.ts';
import { followReminder } from '#ui/security/session-reminder.ts';
import { user } from '#ui/state/user.ts';
import { problemsOf } from '../support/axe.ts';
import { FREE, LATER, openAs, openProtection, openSheet, protectionStage } from './open-protection.tsx';

const stage = protectionStage();
const limits = FREE.limits.map((row) => {
  if (row.kind === 'loss_day') return { ...row, value: '2', used: '4.99', turns: LATER };
  if (row.kind === 'micro_day') return { ...row, value: '0', used: '0' };
  return row.kind === 'turnover_day' ? { ...row, value: '100', used: '99.99' } : row;
});

describe('a limit on oneself that is used up', () => {
  it('D9.441 says so in its row, with until when; one that is not says nothing of it', async () => {
    await openProtection(stage, { limits });
    const sheet = await openSheet(/^Limits on yourself/, 'Limits on yourself');
    const line = (name: string) => {
      const id = sheet.getByRole('button', { name: `Change ${name}` }).getAttribute('aria-describedby') ?? '';
      return [...(document.getElementById(id)?.children ?? [])].map(({ textContent }) => textContent);
    };
    expect(line('Losses in 24 hours')).toEqual(['4.99 USD of 2.00 USD', 'Used up until Tue 6 May 2031, 07:08']);
    expect(line('Micro trades in 24 hours')).toEqual(['0 of 0', 'Used up']);
    expect(line('Put into trades in 24 hours')).toEqual(['99.99 USD of 100.00 USD']);
    expect(await problemsOf(stage.app?.root as HTMLElement)).toEqual([]);
  });

  it.each(['/', '/user'])('D9.441 is said at the head of %s, as a break is', async (address) => {
    await openAs(stage, address, { limits });
    followReminder();
    await readStanding();
    await screen.findByText('Your loss limit of 2.00 USD is used up until Tue 6 May 2031, 07:08. Positions can be closed.');
    expect(screen.getByRole('link', { name: 'More' }).getAttribute('href')).toBe('#/mine/system');
    user.value = null;
    followReminder();
    await expect.poll(() => screen.queryByText(/is used up/)).toBeNull();
  });
});
