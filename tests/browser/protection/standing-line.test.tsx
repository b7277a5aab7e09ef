/** What keeps a person from trading, as the heads of Home and Account say it. */
import { screen } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { navigate } from '#ui/navigation/navigate.ts';
import { readStanding } from '#ui/security/read-standing.ts';
import { followReminder } from '#ui/security/session-reminder.ts';
import { user } from '#ui/state/user.ts';
import { problemsOf } from '../support/axe.ts';
import { calls, FREE, LATER, openAs, protectionStage } from './open-protection.tsx';

const stage = protectionStage();

describe('D9.400 what keeps a person from trading', () => {
  it.each(['/', '/user'])('is said at the head of %s, with the way to where it is set', async (address) => {
    const app = await openAs(stage, address, { excluded: LATER });
    followReminder();
    await screen.findByText('You have excluded yourself from trading until May 6, 2031, 07:08.');
    expect(screen.getByRole('link', { name: 'More' }).getAttribute('href')).toBe('#/mine/system');
    expect(await problemsOf(app.root)).toEqual([]);
    user.value = null;
    followReminder();
    await expect.poll(() => screen.queryByText(/You have excluded yourself/)).toBeNull();
  });

  it('is asked once by all who want to know at one time, and the page keeps its answer', async () => {
    const app = await openAs(stage, '/user');
    let answerNow = () => {};
    const asked = new Promise<void>((resolve) => {
      answerNow = resolve;
    });
    stage.server.on('/api/user/protection', async () => {
      await asked;
      return { ...FREE, excluded: LATER };
    });
    navigate('/mine/system');
    await expect.poll(() => calls(stage, '/api/user/protection').length).toBe(1);
    const standing = readStanding();
    answerNow();
    expect((await standing)?.excluded).toBe(LATER);
    await screen.findByRole('region', { name: 'Limits' });
    expect(calls(stage, '/api/user/protection').length).toBe(1);
    expect(app.root.textContent).toContain('You have excluded yourself');
  });
});
