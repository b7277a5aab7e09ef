/** The doors of a site that asks for everything that a site may ask for, as they come and with what is missing said. */
import account from '../../locales/en/account.json' with { type: 'json' };
import register from '../../locales/en/register.json' with { type: 'json' };
import { change } from './operations-call.ts';
import { PATIENT, press, refused } from './sweep-real-states.ts';
import type { Stage, State } from './sweep-states.ts';

const REGISTER = { at: '/register', has: 'form select:enabled' };

/** The doors of a site that asks for everything: to be set before the page is opened. */
export const askForEverything = (stage: Stage): Promise<void> =>
  change(stage, {
    ...{ verify_reg_type: '2', is_register_pay_pwd: '1', is_register_invite_code: '1', invite_code_required: '1', is_register_auth: '1' },
    ...{ is_real_name_auth: '1' },
  });

export const DOOR_STATES: readonly State[] = [
  {
    name: 'register with a picture, a fund password and an invite code',
    ...REGISTER,
    last: (page) => page.locator('form img').waitFor(PATIENT),
  },
  {
    ...{ name: 'register with nothing filled in', ...REGISTER },
    last: (page) => press(page, register.submit).then(() => refused(page)),
  },
  {
    ...{ name: 'register by phone with a puzzle', at: '/register', has: 'form' },
    last: async (page) => {
      await page.getByRole('tab', { name: account['login.phone'] }).locator('visible=true').click();
      await press(page, register['check.no-eyes']);
      await page.getByText(register['check.solved']).waitFor({ timeout: 60_000 });
    },
  },
  {
    ...{ name: 'login with nothing filled in', at: '/login', has: 'form' },
    last: (page) => press(page, account['login.submit']).then(() => refused(page)),
  },
  {
    ...{ name: 'login by phone', at: '/login', has: 'form' },
    last: (page) => page.getByRole('tab', { name: account['login.phone'] }).locator('visible=true').click(),
  },
  {
    ...{ name: 'forgot password with nothing filled in', at: '/forgot', has: 'form' },
    last: (page) => press(page, register['forgot.submit']).then(() => refused(page)),
  },
  {
    ...{ name: 'register by a sent code', ...REGISTER },
    before: async (page, stage) => {
      await change(stage, { verify_reg_type: '1' });
      await page.goto(`${stage.url}/?again#/register`);
    },
    last: async (page) => {
      await page.locator('form').getByLabel(account['login.email'], { exact: true }).fill('sent@example.com');
      await press(page, register['code.send']);
      await page.getByRole('button', { name: /^Send again in/ }).waitFor(PATIENT);
    },
  },
];
