/** The link by which others open an account, as a picture, a text and a code; and the page that is kept free for feedback. */
import { screen } from '@testing-library/preact';
import { correction, generate } from 'lean-qr/nano';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { problemsOf } from '../support/axe.ts';
import { demoUser, type FakeServer, realUser, startFakeServer } from '../support/fake-server.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';
import { toasts } from '../support/toasts.ts';

const LINK = `${location.origin}/#/register?invite_code=AB12CD`;
let server: FakeServer;
let app: OpenApp;
beforeEach(() => {
  server = startFakeServer();
  server.on('/api/user/info', () => ({ ...realUser, invite_code: 'AB12CD' }));
});
afterEach(() => {
  app.close();
  server.stop();
  vi.restoreAllMocks();
});

/** Which points of a picture are dark, row by row, without the quiet around it. */
function darkPoints(canvas: HTMLCanvasElement, quiet: number): string[] {
  const side = canvas.width - 2 * quiet;
  const { data } = (canvas.getContext('2d') as CanvasRenderingContext2D).getImageData(quiet, quiet, side, side);
  return Array.from({ length: side }, (_, y) =>
    Array.from({ length: side }, (_, x) => ((data[4 * (y * side + x)] ?? 0) < 128 ? '1' : '0')).join(''),
  );
}

describe('inviting others', () => {
  it('S1-2.126 S1-9.19 shows the link with one’s code, as a picture of 160 px that says the same, and the code', async () => {
    app = await openApp('/mine/invite', { token: 'real-token' });
    await screen.findByText(LINK);
    screen.getByText('AB12CD');
    const picture = screen.getByRole('img', { name: 'Your link as a QR code' }) as HTMLCanvasElement;
    const code = generate(LINK, { minCorrectionLevel: correction.M });
    // With four points of quiet on each side.
    await expect.poll(() => picture.width).toBe(code.size + 8);
    const { width, height } = picture.getBoundingClientRect();
    expect([width, height]).toEqual([160, 160]);
    const rows = Array.from({ length: code.size }, (_, y) =>
      Array.from({ length: code.size }, (_, x) => (code.get(x, y) ? '1' : '0')).join(''),
    );
    expect(darkPoints(picture, 4)).toEqual(rows);
    expect(await problemsOf(app.root)).toEqual([]);
  });

  it('S1-2.126 copies the link and the code; a browser that does not says so', async () => {
    const copied: string[] = [];
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
    app = await openApp('/mine/invite', { token: 'real-token' });
    await userEvent.click(await screen.findByRole('button', { name: 'Copy: Your link' }));
    await userEvent.click(screen.getByRole('button', { name: 'Copy: Your code' }));
    await expect.poll(() => copied).toEqual([LINK, 'AB12CD']);
    write.mockRejectedValue(new Error('refused'));
    await userEvent.click(screen.getByRole('button', { name: 'Copy: Your code' }));
    await expect.poll(toasts).toContain('The browser did not copy it');
  });

  it('hands the link to the share sheet of a phone that has one', async () => {
    const shared: ShareData[] = [];
    Object.defineProperty(navigator, 'share', { configurable: true, value: async (data: ShareData) => void shared.push(data) });
    try {
      app = await openApp('/mine/invite', { token: 'real-token' });
      await userEvent.click(await screen.findByRole('button', { name: 'Share' }));
      expect(shared).toEqual([{ title: 'Outcry', url: LINK }]);
    } finally {
      Reflect.deleteProperty(navigator, 'share');
    }
  });

  it('S1-6.06 is for real accounts: with play money there is the way to one', async () => {
    server.on('/api/user/info', () => demoUser);
    app = await openApp('/mine/invite', { token: 'demo-token' });
    await screen.findByText('only true account');
    screen.getByText(/invites nobody/);
    expect(screen.queryByText(/passwords/)).toBeNull();
    expect(screen.queryByRole('img', { name: 'Your link as a QR code' })).toBeNull();
  });
});

it('S1-2.15 the page for feedback is a placeholder for anybody, with an arrow back', async () => {
  app = await openApp('/feedback');
  await screen.findByRole('heading', { name: 'Feedback' });
  expect((await screen.findByRole('link', { name: 'Contact us' })).getAttribute('href')).toBe('#/mine/email');
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  await expect.poll(() => location.hash).toBe('#/');
});
