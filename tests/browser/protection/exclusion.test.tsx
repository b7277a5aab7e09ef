/** Self-exclusion under /mine/system: its question comes before every try, and names the day that the server will name. */
import { screen } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { DAY_MS } from '#domain/time-units.ts';
import { Refusal } from '../support/fake-server.ts';
import { toasts } from '../support/toasts.ts';
import { answer, calls, LATER, openProtection, openSheet, press, protectionStage } from './open-protection.tsx';

const stage = protectionStage();

describe('self-exclusion', () => {
  it.each([
    ['a first one', 0, '6 months'],
    ['a longer one', 200, '1 year'],
  ] as const)(
    'D9.440 %s asks before every try: what was answered for a wrong password counts for no other',
    async (_name, days, period) => {
      await openProtection(stage, { excluded: days === 0 ? 0 : Date.now() + days * DAY_MS });
      stage.server.on('/api/user/exclude', ({ body }) => (body.password === 'right' ? { until: LATER } : new Refusal(1014, 'Wrong')));
      const sheet = await openSheet(/^Self-exclusion/, 'Self-exclusion');
      const password = sheet.getByLabelText('Your password');
      await userEvent.type(password, 'wrong');
      await press('Exclude me', sheet);
      await answer('Exclude me');
      await sheet.findByText('The password is wrong');
      await userEvent.clear(password);
      await userEvent.type(password, 'right');
      await press('Exclude me', sheet);
      await screen.findByRole('alertdialog', { name: new RegExp(`^Exclude yourself for ${period}, until `) });
      expect(calls(stage, '/api/user/exclude')).toHaveLength(1);
      await answer('Exclude me');
      await expect.poll(toasts).toContain('You are excluded from trading now');
      expect(calls(stage, '/api/user/exclude').map(({ body }) => body.password)).toEqual(['wrong', 'right']);
    },
  );
});
