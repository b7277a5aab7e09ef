/** Where to write to, and complaints. */
import { screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { putSite } from '#ui/state/site.ts';
import { problemsOf } from '../support/axe.ts';
import { type FakeServer, OFFLINE, Refusal, startFakeServer, TOO_MANY } from '../support/fake-server.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';
import { toasts } from '../support/toasts.ts';

const COMPLAINT = '/api/feedback/complaint';
let server: FakeServer;
let app: OpenApp;
beforeEach(() => {
  server = startFakeServer();
  server.on('/api/basicSet/getBasicInfo', () => ({ is_complaint: '1' }));
  server.on('/api/company/getEmail', () => ({ email: 'help@outcry.example' }));
  server.on(COMPLAINT, () => ({ case_number: 'C-23456789' }));
});
afterEach(() => {
  app.close();
  server.stop();
  vi.restoreAllMocks();
});

const email = () => screen.findByRole('textbox', { name: 'Your e-mail' });
const content = () => screen.getByRole('textbox', { name: 'What happened' });
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send complaint' }));
const sent = () => server.asked.filter(({ path }) => path === COMPLAINT).map(({ body }) => body);
const isWrong = (field: HTMLElement) => field.getAttribute('aria-invalid') === 'true';

describe('the e-mail address', () => {
  it('S1-2.127 S1-7.48 is shown to anybody and copied at a tap', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    app = await openApp('/mine/email');
    const link = await screen.findByRole('link', { name: 'help@outcry.example' });
    expect(link.getAttribute('href')).toBe('mailto:help@outcry.example');
    await userEvent.click(screen.getByRole('button', { name: 'Copy' }));
    await expect.poll(toasts).toContain('Copied');
    expect(copied.mock.calls).toEqual([['help@outcry.example']]);
    expect(await problemsOf(app.root)).toEqual([]);
  });

  it('S1-2.127 a browser that does not copy says so', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'));
    app = await openApp('/mine/email');
    await userEvent.click(await screen.findByRole('button', { name: 'Copy' }));
    await expect.poll(() => toasts()).toContain('does not copy by itself');
  });

  it('D1.7.22 is that of the company where the call is not known or has none', async () => {
    server.on('/api/company/getEmail', () => new Refusal(1004, 'Not found'));
    server.on('/api/company/getCompany', () => ({ id: 1, name: 'Outcry', email: 'own@outcry.example' }));
    app = await openApp('/mine/email');
    await screen.findByRole('link', { name: 'own@outcry.example' });
  });
});

describe('a complaint', () => {
  it('S1-7.53 is there by its flag only', async () => {
    app = await openApp('/mine/email');
    await email();
    putSite({});
    await expect.poll(() => screen.queryByRole('button', { name: 'Send complaint' })).toBeNull();
  });

  it('S1-7.53 D9.269 goes to the own server and nowhere else, and is answered with its number', async () => {
    app = await openApp('/mine/email', { token: 'real-token' });
    await expect.poll(async () => ((await email()) as HTMLInputElement).value).toBe('demo@example.com');
    await userEvent.type(content(), '  It did not fill. ');
    const before = performance.getEntriesByType('resource').length;
    await send();
    await screen.findByText('Case C-23456789');
    expect(sent()).toEqual([{ email: 'demo@example.com', content: 'It did not fill.' }]);
    const asked = performance.getEntriesByType('resource').slice(before);
    expect(asked.filter(({ name }) => new URL(name).origin !== location.origin)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Send another one' }));
    expect((content() as HTMLTextAreaElement).value).toBe('');
  });

  it('S1-8.11 D9.33 says what is wrong at its field, and sends nothing', async () => {
    app = await openApp('/mine/email');
    await email();
    await send();
    await screen.findByText('input e-mail');
    await screen.findByText('Please complete');
    expect([isWrong(await email()), isWrong(content())]).toEqual([true, true]);
    expect(document.activeElement).toBe(await email());
    await userEvent.type(await email(), 'ann@example.com');
    await userEvent.fill(content(), 'x'.repeat(2_001));
    await send();
    await screen.findByText(/longer than we take/);
    expect((content() as HTMLTextAreaElement).value).toHaveLength(2_001);
    expect(sent()).toEqual([]);
    expect(await problemsOf(app.root)).toEqual([]);
  });

  it.each([
    [() => OFFLINE, /No connection to the server/],
    [() => TOO_MANY, /Too many tries/],
    [() => new Refusal(1001, 'content is not valid', { field: 'content' }), /content is not valid/],
    [() => new Refusal(1001, 'email is not valid', { field: 'email' }), /email is not valid/],
  ])('loses nothing of what was written when it is refused', async (answer, text) => {
    server.on(COMPLAINT, answer);
    app = await openApp('/mine/email');
    await userEvent.type(await email(), 'ann@example.com');
    await userEvent.type(content(), 'It did not fill.');
    await send();
    await screen.findByText(text);
    expect((content() as HTMLTextAreaElement).value).toBe('It did not fill.');
    server.on(COMPLAINT, () => ({ case_number: 'C-23456789' }));
    await send();
    await screen.findByText('Case C-23456789');
  });
});
