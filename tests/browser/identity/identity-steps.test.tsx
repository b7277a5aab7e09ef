/** The three steps of an application (D9.446). */
import { screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { needTexts } from '#ui/language/i18n.ts';
import { navigate } from '#ui/navigation/navigate.ts';
import { putSite } from '#ui/state/site.ts';
import { problemsOf } from '../support/axe.ts';
import { type FakeServer, realUser, startFakeServer } from '../support/fake-server.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';
import { AREAS, NONE, SENT } from './identity-answers.ts';

let server: FakeServer;
let app: OpenApp;
beforeEach(async () => {
  server = startFakeServer();
  await needTexts('identity');
  server.on('/api/basicSet/getBasicInfo', () => ({ is_real_name_auth: '1' }));
  server.on('/api/default/area_list', () => AREAS);
  server.on('/api/user_real/center', () => NONE);
});
afterEach(() => {
  app.close();
  server.stop();
});

const open = async () => {
  app = await openApp('/mine/auth', { token: 'real-token' });
  await screen.findByLabelText('Full name');
};
const shownStep = () => app.root.querySelector('.identity-steps [aria-current]')?.textContent;
const noteOf = (name: string): string =>
  document.getElementById(screen.getByLabelText(name).getAttribute('aria-describedby') ?? '')?.textContent ?? '';
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('the three steps of an application', () => {
  it('D9.446 has three steps: each says what is wrong on it before it lets on, and each can be gone back to', async () => {
    await open();
    const isSeen = (name: string) => (screen.getByLabelText(name) as HTMLElement).checkVisibility();
    expect([shownStep(), isSeen('Full name'), isSeen('ID number')]).toEqual(['You', true, false]);
    screen.getByRole('heading', { name: 'Step 1 of 3' });
    expect(screen.queryByRole('button', { name: 'Send for review' })).toBeNull();
    await press('Continue');
    await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Full name'));
    // Of what is not seen nothing is said yet.
    expect([shownStep(), noteOf('ID number')]).toEqual(['You', '']);
    await userEvent.fill(screen.getByLabelText('Full name'), 'Ada Byron');
    await waitFor(() => screen.getByRole('option', { name: 'United Kingdom' }));
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'GB');
    await userEvent.fill(screen.getByLabelText('Date of birth'), '1990-12-10');
    await press('Continue');
    await expect.poll(shownStep).toBe('Document');
    expect(await problemsOf(app.root)).toEqual([]);
    await userEvent.selectOptions(screen.getByLabelText('ID type'), 'card');
    await userEvent.fill(screen.getByLabelText('ID number'), 'X-123456');
    await press('Continue');
    await expect.poll(shownStep).toBe('Photos');
    await expect.poll(() => document.activeElement).toBe(screen.getByRole('heading', { name: 'Step 3 of 3' }));
    // What a good photo is like is drawn; how long a review takes is said only where the operator has set it (D9.412).
    expect(app.root.querySelector('.good-photo svg')?.checkVisibility()).toBe(true);
    expect(screen.queryByText(/Usually decided/)).toBeNull();
    putSite({ is_real_name_auth: '1', review_hours: '24' });
    await screen.findByText('Usually decided within 24 h.');
    expect(await problemsOf(app.root)).toEqual([]);
    await press('Previous step');
    await expect.poll(shownStep).toBe('Document');
    // Whatever is wrong on another step is shown there when it is sent.
    await userEvent.fill(screen.getByLabelText('ID number'), '');
    await press('Photos');
    await press('Send for review');
    await expect.poll(shownStep).toBe('Document');
    expect(noteOf('ID number')).toBe('Please enter the ID number');
  });

  it('D9.485 Back leads to the step before, by phone and at the head; who comes in again stands where they left', async () => {
    server.on('/api/user/info', () => ({ ...realUser, area_id: 2 }));
    app = await openApp('/user', { token: 'real-token' });
    await screen.findByText('demo@example.com');
    const come = async () => {
      navigate('/mine/auth');
      await screen.findByLabelText('Full name');
    };
    await come();
    await userEvent.fill(screen.getByLabelText('Full name'), 'Ada Byron');
    await waitFor(() => expect((screen.getByLabelText('Country') as HTMLSelectElement).value).toBe('GB'));
    await userEvent.fill(screen.getByLabelText('Date of birth'), '1990-12-10');
    await press('Continue');
    await expect.poll(shownStep).toBe('Document');
    await press('Photos');
    await expect.poll(shownStep).toBe('Photos');
    const settled = () => new Promise((resolve) => setTimeout(resolve, 200));
    await settled();
    history.back();
    await expect.poll(shownStep).toBe('Document');
    await settled();
    await press('Back');
    await expect.poll(shownStep).toBe('You');
    await press('Document');
    await settled();
    // By the tab bar, or any link.
    navigate('/user');
    await expect.poll(() => screen.queryByLabelText('Full name')).toBeNull();
    await settled();
    await come();
    await expect.poll(shownStep).toBe('Document');
    await settled();
    history.back();
    await expect.poll(shownStep).toBe('You');
    await settled();
    history.back();
    await expect.poll(() => location.hash).toBe('#/user');
  });

  it('D9.446 "Replace" has a line of its own below what each photo is of', async () => {
    server.on('/api/user_real/center', () => ({ ...SENT, review_status: 3, remark: 'Blurred' }));
    await open();
    const feet = () => [...app.root.querySelectorAll('.photo-foot')].filter(({ children }) => children.length === 2);
    await expect.poll(() => feet().length).toBe(2);
    for (const foot of feet()) {
      const [name, replace] = [...foot.children].map((part) => part.getBoundingClientRect()) as [DOMRect, DOMRect];
      expect([replace.top >= name.bottom, replace.left]).toEqual([true, name.left]);
    }
  });

  it('D9.446 begins with the country where the person lives, which nobody has filled in by that', async () => {
    server.on('/api/user/info', () => ({ ...realUser, area_id: 2 }));
    await open();
    await waitFor(() => expect((screen.getByLabelText('Country') as HTMLSelectElement).value).toBe('GB'));
    expect(sessionStorage.getItem('identity')).toBeNull();
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'US');
    await expect.poll(() => sessionStorage.getItem('identity')).toContain('"country":"US"');
  });

  it('D9.446 S1-4.21 opens at the first step that lacks something, also where the country is as the page has filled it in', async () => {
    server.on('/api/user/info', () => ({ ...realUser, area_id: 2 }));
    await open();
    await waitFor(() => expect((screen.getByLabelText('Country') as HTMLSelectElement).value).toBe('GB'));
    await userEvent.fill(screen.getByLabelText('Full name'), 'Ada Byron');
    await userEvent.fill(screen.getByLabelText('Date of birth'), '1990-12-10');
    await expect.poll(() => sessionStorage.getItem('identity')).toContain('1990-12-10');
    const kept = sessionStorage.getItem('identity') ?? '';
    app.close();
    // The rig opens a browser in which nobody is: a tab that comes back has its own store.
    const opening = openApp('/mine/auth', { token: 'real-token' });
    sessionStorage.setItem('identity', kept);
    app = await opening;
    await screen.findByLabelText('Full name');
    expect(shownStep()).toBe('Document');
    await press('You');
    // With everything else taken out again, it is once more nothing that was filled in.
    await waitFor(() => screen.getByRole('option', { name: 'United Kingdom' }));
    await userEvent.fill(screen.getByLabelText('Full name'), '');
    await userEvent.fill(screen.getByLabelText('Date of birth'), '');
    await expect.poll(() => sessionStorage.getItem('identity')).toBeNull();
  });

  it('D1.5.13 D1.3.21 a passport names its photos otherwise; flags ask for the number and the photo in the hand', async () => {
    server.on('/api/basicSet/getBasicInfo', () => ({ is_real_name_auth: '1', is_auth_ssn: '1', is_auth_hand_pic: '1' }));
    await open();
    await press('Document');
    await userEvent.selectOptions(screen.getByLabelText('ID type'), 'passport');
    await screen.findByLabelText('Photo page');
    await screen.findByLabelText('Cover or back');
    await screen.findByLabelText('You with the document in your hand');
    await screen.findByLabelText('Social security number');
    expect(noteOf('Social security number')).toContain('Where your country has none');
    screen.getByText('All fields and photos are required.');
    await press('Photos');
    await press('Send for review');
    await expect
      .poll(() => noteOf('Social security number'))
      .toMatch(/^Please enter your social security numberWhere your country has none/);
    expect(noteOf('You with the document in your hand')).toBe('Please add this photo');
  });
});
