/** What keeps a person from trading, as the heads of Home and Account say it. */
import { render, screen } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { navigate } from '#ui/navigation/navigate.ts';
import { keptHead } from '#ui/security/page-head.ts';
import { readStanding } from '#ui/security/read-standing.ts';
import { followReminder } from '#ui/security/session-reminder.ts';
import { HoldLine, readHoldLine } from '#ui/shell/hold-line.tsx';
import { hasHead } from '#ui/state/risk-hold.ts';
import { user } from '#ui/state/user.ts';
import { problemsOf } from '../support/axe.ts';
import { realUser, SILENT } from '../support/fake-server.ts';
import { openApp } from '../support/open-app.tsx';
import { calls, FREE, LATER, openAs, protectionStage } from './open-protection.tsx';

const stage = protectionStage();

describe('D9.400 what keeps a person from trading', () => {
  it.each(['/', '/user'])('is said at the head of %s, with the way to where it is set', async (address) => {
    const app = await openAs(stage, address, { excluded: LATER });
    followReminder();
    await screen.findByText('You have excluded yourself from trading until Tue 6 May 2031, 07:08.');
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

  it('D9.443 is there from the first picture on, as the last visit knew it, and goes with its person', async () => {
    await openAs(stage, '/user', { excluded: LATER });
    followReminder();
    await screen.findByText(/You have excluded yourself/);
    const kept = localStorage.getItem('head') ?? '';
    stage.app?.close();
    // The next visit: the server has not answered.
    stage.server.on('/api/user/protection', () => SILENT);
    stage.app = await openApp('/trade', { token: 'real-token' });
    keptHead.value = JSON.parse(kept);
    hasHead.value = true;
    await readHoldLine();
    const { container } = render(<HoldLine />);
    expect(container.textContent).toContain('You have excluded yourself from trading until Tue 6 May 2031, 07:08.');
    user.value = { ...realUser, uid: 'other' };
    await expect.poll(() => container.textContent).toBe('');
    user.value = null;
    followReminder();
    expect([localStorage.getItem('head'), keptHead.value]).toEqual([null, undefined]);
  });
});
