/** What was filled in of an application is not lost with its screen, and is nobody's but its person's. */
import { screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { followDraftOwner } from '#ui/identity/identity-draft.ts';
import { needTexts } from '#ui/language/i18n.ts';
import { isOffline } from '#ui/state/link.ts';
import { dropSession, enterBy } from '#ui/state/session.ts';
import { putSite } from '#ui/state/site.ts';
import { type FakeServer, realUser, startFakeServer } from '../support/fake-server.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';
import { fakeUploads, pictureFile } from './fake-upload.ts';
import { AREAS, link, NONE, SENT } from './identity-answers.ts';

// Follows for the life of a page.
followDraftOwner();

let server: FakeServer;
let app: OpenApp;
let own: typeof NONE | typeof SENT;
let fake: ReturnType<typeof fakeUploads>;
beforeEach(async () => {
  sessionStorage.clear();
  server = startFakeServer();
  fake = fakeUploads();
  own = NONE;
  await needTexts('identity');
  server.on('/api/basicSet/getBasicInfo', () => ({ is_real_name_auth: '1' }));
  server.on('/api/default/area_list', () => AREAS);
  server.on('/api/user_real/center', () => own);
  server.on('/api/user/info', () => realUser);
  server.on('/api/user_real/real_name', ({ body }) => {
    own = { ...SENT, ...body };
    return own;
  });
});
afterEach(() => {
  isOffline.value = false;
  app.close();
  fake.stop();
  server.stop();
  vi.useRealTimers();
});

const open = async () => {
  app = await openApp('/mine/auth', { token: 'real-token' });
  await screen.findByLabelText('Full name');
};
const text = (name: string): string => (screen.getByLabelText(name) as HTMLInputElement).value;
const step = (name: 'You' | 'Document' | 'Photos') => userEvent.click(screen.getByRole('button', { name }));
const stored = (): string => Object.values(sessionStorage).join() + Object.values(localStorage).join();

/** Fills in a part and sends one photo. */
async function begin(): Promise<void> {
  await open();
  await userEvent.fill(screen.getByLabelText('Full name'), 'Ada Byron');
  await waitFor(() => screen.getByRole('option', { name: 'United Kingdom' }));
  await userEvent.selectOptions(screen.getByLabelText('Country'), 'GB');
  await step('Document');
  await userEvent.fill(screen.getByLabelText('ID number'), 'X-123456');
  await step('Photos');
  await userEvent.upload(screen.getByLabelText('Front of the card'), await pictureFile(900, 600));
  await expect.poll(() => fake.uploads.length).toBe(1);
  fake.uploads[0]?.answer({ url: link('a') });
  await expect.poll(() => app.root.querySelectorAll('.photo-mark').length).toBe(1);
}

/** What Back, or a camera that takes the page out of memory, comes to: the session stays, the page is drawn anew. */
async function leaveAndReturn(): Promise<void> {
  const kept = sessionStorage.getItem('identity');
  app.close();
  // The rig opens a browser in which nobody is: a tab that comes back has its own store.
  const opening = openApp('/mine/auth', { token: 'real-token' });
  if (kept !== null) sessionStorage.setItem('identity', kept);
  app = await opening;
  await screen.findByLabelText('Full name');
}

describe('an application that was left before it was sent (D9.410)', () => {
  it('comes back with what was typed and the photos that the server has, and says that it was kept', async () => {
    await begin();
    await leaveAndReturn();
    await screen.findByText(/What you had filled in is still here/);
    expect([text('Full name'), text('ID number')]).toEqual(['Ada Byron', 'X-123456']);
    await waitFor(() => expect(text('Country')).toBe('GB'));
    expect(app.root.querySelector('.photo-box img')?.getAttribute('src')).toBe(link('a'));
    // What is kept is the tab's alone.
    expect(Object.values(localStorage).join()).not.toContain('Byron');

    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect([text('Full name'), text('ID number')]).toEqual(['', '']);
    expect(app.root.querySelector('.photo-box img')).toBeNull();
    expect(screen.queryByText(/What you had filled in/)).toBeNull();
    await leaveAndReturn();
    expect(text('Full name')).toBe('');
  });

  it('is gone with the logout, and is not shown to the next person of the tab', async () => {
    await begin();
    expect(stored()).toContain('Ada Byron');
    const kept = sessionStorage.getItem('identity') ?? '';
    dropSession();
    expect(stored()).not.toMatch(/Ada Byron|X-123456/);
    await screen.findByRole('button', { name: /Log in/ });
    // Put back as if this page had not been there to see the logout.
    sessionStorage.setItem('identity', kept);
    enterBy({ token: 'other-token', user: { ...realUser, uid: 'other' } } as never);
    expect(stored()).not.toMatch(/Ada Byron|X-123456/);
  });

  it('is gone once it was sent, and half an hour after its last change', async () => {
    await begin();
    await step('You');
    await userEvent.fill(screen.getByLabelText('Date of birth'), '1990-12-10');
    await step('Document');
    await userEvent.selectOptions(screen.getByLabelText('ID type'), 'card');
    await step('Photos');
    await userEvent.upload(screen.getByLabelText('Back of the card'), await pictureFile(900, 600));
    await expect.poll(() => fake.uploads.length).toBe(2);
    fake.uploads[1]?.answer({ url: link('b') });
    await expect.poll(() => app.root.querySelectorAll('.photo-mark').length).toBe(2);
    await userEvent.click(screen.getByRole('button', { name: 'Send for review' }));
    await screen.findByText('Waiting for review');
    expect(stored()).not.toMatch(/Ada Byron|X-123456/);
    app.close();

    own = NONE;
    await open();
    await userEvent.fill(screen.getByLabelText('Full name'), 'Ada King');
    const kept = JSON.parse(sessionStorage.getItem('identity') ?? '{}') as { atMs: number };
    sessionStorage.setItem('identity', JSON.stringify({ ...kept, atMs: kept.atMs - 30 * 60_000 }));
    await leaveAndReturn();
    expect(text('Full name')).toBe('');
  });
});

describe('what the screen says of sending', () => {
  it('a refusal stands above the button, which stays on the screen, and the bar of a lost link lies over neither', async () => {
    own = { ...SENT, review_status: 3, remark: 'no' };
    await open();
    isOffline.value = true;
    await expect.poll(() => app.root.querySelector('.link-bar')).not.toBeNull();
    scrollTo(0, document.documentElement.scrollHeight);
    const button = await screen.findByRole('button', { name: 'Send again' });
    button.click();
    const said = await screen.findByText(/You are offline. Nothing/);
    expect(said.getBoundingClientRect().bottom).toBeLessThanOrEqual(button.getBoundingClientRect().top);
    const top = app.root.querySelector('.link-bar')?.getBoundingClientRect().top ?? 0;
    await expect.poll(() => button.getBoundingClientRect().bottom).toBeLessThanOrEqual(top);
  });

  it('D9.412 how long a review takes is said only where the operator has set it', async () => {
    own = SENT;
    app = await openApp('/mine/auth', { token: 'real-token' });
    await screen.findByText('Waiting for review');
    expect(screen.queryByText(/Usually decided/)).toBeNull();
    putSite({ is_real_name_auth: '1', review_hours: '24' });
    await screen.findByText('Usually decided within 24 h.');
  });
});
