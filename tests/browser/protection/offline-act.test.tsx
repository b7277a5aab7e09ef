/** An act on oneself that could not be sent: its red words stand no longer than the network is away. */
import { screen } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { isOffline } from '#ui/state/link.ts';
import { OFFLINE } from '../support/fake-server.ts';
import { answer, openProtection, openSheet, press, protectionStage } from './open-protection.tsx';

const stage = protectionStage();
afterEach(() => {
  isOffline.value = false;
});

it('D9.443 a break that was not sent says that one is offline until the network is back', async () => {
  await openProtection(stage);
  stage.server.on('/api/user/cool_off', () => OFFLINE);
  const sheet = await openSheet(/^Take a break/, 'Take a break');
  isOffline.value = true;
  await press('Begin the break', sheet);
  await answer('Begin the break');
  await screen.findByText(/You are offline\. Nothing was sent/);
  isOffline.value = false;
  await expect.poll(() => screen.queryByText(/You are offline\. Nothing was sent/)).toBeNull();
});
