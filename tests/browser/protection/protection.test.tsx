/** What people do to protect themselves under /mine/system: what is sent, what is said, and that nothing is sent that is not meant. */
import { screen, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { afterMonths } from '#domain/after-months.ts';
import { LOOSER_AFTER_DAYS } from '#domain/own-limits.ts';
import { FOREVER_MS, FREEZE_HOURS } from '#domain/protection.ts';
import { dayInWords } from '#ui/text/moment-text.ts';
import { problemsOf } from '../support/axe.ts';
import { Refusal } from '../support/fake-server.ts';
import { toasts } from '../support/toasts.ts';
import { answer, calls, FREE, LATER, openProtection, openSheet, press, protectionStage, SECURITY } from './open-protection.tsx';

const stage = protectionStage();

describe('limits on oneself', () => {
  it('D9.403 a limit that is left as it is is neither sent nor said to be saved', async () => {
    await openProtection(stage);
    const sheet = await openSheet(/^Limits on yourself/, 'Limits on yourself');
    await press('Change Deposits in 7 days', sheet);
    await press('Save', sheet);
    await sheet.findByRole('button', { name: 'Change Deposits in 7 days' });
    expect([calls(stage, '/api/user/own_limit'), toasts()]).toEqual([[], '']);
  });

  it('D9.238 D9.375 says of each how much is used and what waits, and sends what is typed', async () => {
    const limits = FREE.limits.map((row) =>
      row.kind === 'loss_day' ? { ...row, value: '100', used: '99.996', next: '200', from: LATER } : row,
    );
    await openProtection(stage, { limits });
    stage.server.on('/api/user/own_limit', () => null);
    const sheet = await openSheet(/^Limits on yourself/, 'Limits on yourself');
    sheet.getByText('99.99 USD of 100.00 USD');
    sheet.getByText(`A tighter limit holds at once, a looser one after ${LOOSER_AFTER_DAYS} days. A day is any 24 hours.`);
    sheet.getByText('200.00 USD from Tue 6 May 2031, 07:08 on');
    expect(await problemsOf(stage.app?.root as HTMLElement)).toEqual([]);
    // By window, each a target for a thumb.
    expect(sheet.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'In 24 hours',
      'In 7 days',
      'In 30 days',
    ]);
    for (const line of sheet.getAllByRole('button', { name: /^Change / })) expect(line.offsetHeight).toBeGreaterThanOrEqual(44);
    await press('Change Losses in 24 hours', sheet);
    const field = sheet.getByLabelText('Losses in 24 hours');
    await userEvent.clear(field);
    await userEvent.type(field, '1.005');
    await press('Save', sheet);
    sheet.getByText('An amount with at most two digits after the point, please');
    expect(calls(stage, '/api/user/own_limit')).toEqual([]);
    await userEvent.clear(field);
    for (const [typed, said] of [
      ['12345678901', 'That is too much: at most 10 digits, please'],
      ['-5', 'An amount with at most two digits after the point, please'],
      ['abc', 'An amount with at most two digits after the point, please'],
    ] as const) {
      await userEvent.clear(field);
      await userEvent.type(field, typed);
      await press('Save', sheet);
      sheet.getByText(said);
      expect(field).toHaveProperty('value', typed);
    }
    expect(field.parentElement?.textContent).toBe('USD');
    expect(calls(stage, '/api/user/own_limit')).toEqual([]);
    await userEvent.clear(field);
    await userEvent.type(field, '50');
    await press('Save', sheet);
    await screen.findByRole('alertdialog', { name: 'Losses in 24 hours: at most 50.00 USD?' });
    await answer('Cancel');
    expect(calls(stage, '/api/user/own_limit')).toEqual([]);
    await press('Save', sheet);
    await answer('Set the limit');
    await expect.poll(() => calls(stage, '/api/user/own_limit').map(({ body }) => body)).toEqual([{ kind: 'loss_day', value: '50' }]);
    await expect.poll(toasts).toContain('Saved');
  });

  it('D9.239 a refusal stands at the field, and what was typed stays', async () => {
    await openProtection(stage, { locked: LATER });
    stage.server.on('/api/user/own_limit', () => new Refusal(1019, 'This is not possible yet', { until: LATER }));
    const sheet = await openSheet(/^Limits on yourself/, 'Limits on yourself');
    sheet.getByText('Locked until Tue 6 May 2031, 07:08: tighter limits only.');
    await press('Change Micro trades in 24 hours', sheet);
    await userEvent.type(sheet.getByLabelText('Micro trades in 24 hours'), '7');
    await press('Save', sheet);
    await answer('Set the limit');
    await sheet.findByText('This is not possible yet');
    expect(sheet.getByLabelText('Micro trades in 24 hours')).toHaveProperty('value', '7');
  });
});

describe('breaks', () => {
  it('D9.239 self-exclusion asks twice and for the password, and sends nothing before', async () => {
    await openProtection(stage);
    stage.server.on('/api/user/exclude', () => ({ until: LATER }));
    const sheet = await openSheet(/^Self-exclusion/, 'Self-exclusion');
    await userEvent.selectOptions(sheet.getByLabelText('Self-exclusion'), '1y');
    await press('Exclude me', sheet);
    await sheet.findByText('Please enter your password');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await userEvent.type(sheet.getByLabelText('Your password'), 'a fine day 42');
    await press('Exclude me', sheet);
    const day = dayInWords(afterMonths(Date.now(), 12), '0');
    await screen.findByRole('alertdialog', { name: `Exclude yourself for 1 year, until ${day}?` });
    await answer('Cancel');
    expect(calls(stage, '/api/user/exclude')).toEqual([]);
    await press('Exclude me', sheet);
    await answer('Exclude me');
    await expect
      .poll(() => calls(stage, '/api/user/exclude').map(({ body }) => body))
      .toEqual([{ period: '1y', password: 'a fine day 42', factor: '' }]);
  });

  it('D9.403 a break that has begun is said, with its end, and is offered no second time', async () => {
    await openProtection(stage);
    stage.server.on('/api/user/cool_off', () => {
      stage.server.on('/api/user/protection', () => ({ ...FREE, pause: LATER }));
      return { until: LATER };
    });
    const sheet = await openSheet(/^Take a break/, 'Take a break');
    expect(sheet.queryByText(/nobody can end it/)).toBeNull();
    await press('Begin the break', sheet);
    await answer('Begin the break');
    await expect.poll(toasts).toContain('Your break has begun. It lasts until Tue 6 May 2031, 07:08.');
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    await screen.findByText('You are taking a break from trading until Tue 6 May 2031, 07:08.');
    const again = await openSheet(/^Take a break/, 'Take a break');
    again.getByText('You are taking a break from trading until Tue 6 May 2031, 07:08.');
    expect(again.queryByRole('button', { name: 'Begin the break' })).toBeNull();
  });

  it('D9.403 reminder and self-exclusion have a sheet each; an exclusion is offered only for longer than the one that holds', async () => {
    await openProtection(stage, { remind: 30, excluded: Date.now() + 200 * 86_400_000 });
    const reminder = await openSheet(/^Reminder Every 30 minutes|^ReminderEvery 30 minutes/, 'Reminder');
    expect(reminder.queryByText(/No new trades/)).toBeNull();
    await press('Close', reminder);
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    const exclusion = await openSheet(/^Self-exclusion/, 'Self-exclusion');
    expect([...exclusion.getByLabelText<HTMLSelectElement>('Self-exclusion').options].map(({ value }) => value)).toEqual([
      '1y',
      '5y',
      'forever',
    ]);
  });

  it('D9.239 what holds now stands on top', async () => {
    await openProtection(stage, { excluded: FOREVER_MS, pause: LATER, withdrawals: LATER });
    screen.getByText('You have excluded yourself from trading for good.');
    screen.getByText('You are taking a break from trading until Tue 6 May 2031, 07:08.');
    screen.getByText('Withdrawals wait until Tue 6 May 2031, 07:08, after a change of a password or of how you log in.');
  });
});

describe('a freeze', () => {
  it('D9.236 D9.483 is asked once, without a password; it says who lifts it, and that stands on the login after it', async () => {
    await openProtection(stage);
    stage.server.on('/api/user/freeze', () => null);
    const sheet = await openSheet(/^Freeze the account/, 'Freeze the account');
    sheet.getByText('Without a second factor only we can lift it, once we know that it is you.');
    expect(await problemsOf(stage.app?.root as HTMLElement)).toEqual([]);
    await press('Freeze now', sheet);
    const question = within(await screen.findByRole('alertdialog', { name: 'Freeze the account?' }));
    question.getByText('Without a second factor only we can lift it, once we know that it is you.');
    expect(document.querySelector('dialog[open] input')).toBeNull();
    await answer('Cancel');
    expect(calls(stage, '/api/user/freeze')).toEqual([]);
    await press('Freeze now', sheet);
    await answer('Freeze now');
    await expect.poll(() => location.hash).toContain('/login');
    expect(localStorage.getItem('token') ?? '').toBe('');
    const told = await screen.findByRole('alert');
    expect(told.textContent).toMatch(/^You have frozen your account, on .+ only we can lift the freeze, once we know that it is you/);
    // Whoever has an account here is no newcomer.
    screen.getByRole('heading', { name: 'Welcome back' });
    expect(toasts()).not.toMatch(/frozen|freeze/i);
    expect(await problemsOf(stage.app?.root as HTMLElement)).toEqual([]);
  });

  it('D9.483 with a second factor one lifts it oneself, which is said with from when on', async () => {
    stage.server.on('/api/user/security', () => ({ ...SECURITY, factor: '1' }));
    await openProtection(stage);
    stage.server.on('/api/user/freeze', () => null);
    const sheet = await openSheet(/^Freeze the account/, 'Freeze the account');
    sheet.getByText(`You can lift it yourself after ${FREEZE_HOURS} hours, with your second factor.`);
    await press('Freeze now', sheet);
    await answer('Freeze now');
    const told = await screen.findByRole('alert');
    expect(told.textContent).toMatch(/from .+, \d\d:\d\d on you can lift the freeze with your second factor\.$/);
  });

  it('D9.236 says who lifts it, and from when on', async () => {
    await openProtection(stage, { frozen: '1', by: 'link', since: 1 });
    const byUs = await openSheet(/^Lift the freeze/, 'Lift the freeze');
    byUs.getByText(/^Only we can lift this freeze/);
    expect(byUs.getByRole('link', { name: 'Write to us' }).getAttribute('href')).toBe('#/mine/email');
    stage.app?.close();
    await openProtection(stage, { frozen: '1', by: 'self', since: 1, liftable: LATER });
    const later = await openSheet(/^Lift the freeze/, 'Lift the freeze');
    later.getByText('You can lift the freeze from Tue 6 May 2031, 07:08 on.');
  });
});
