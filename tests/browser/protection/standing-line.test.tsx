/** What keeps a person from trading, as the heads of Home and Account say it. */
import { screen } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { followReminder } from '#ui/security/session-reminder.ts';
import { user } from '#ui/state/user.ts';
import { problemsOf } from '../support/axe.ts';
import { LATER, openAs, protectionStage } from './open-protection.tsx';

const stage = protectionStage();

describe('D9.400 what keeps a person from trading', () => {
  it.each(['/', '/user'])('is said at the head of %s, with the way to where it is set', async (address) => {
    const app = await openAs(stage, address, { excluded: LATER });
    followReminder();
    await screen.findByText('You have excluded yourself from trading until 2031-05-06 07:08.');
    expect(screen.getByRole('link', { name: 'More' }).getAttribute('href')).toBe('#/mine/system');
    expect(await problemsOf(app.root)).toEqual([]);
    user.value = null;
    followReminder();
    await expect.poll(() => screen.queryByText(/You have excluded yourself/)).toBeNull();
  });
});
