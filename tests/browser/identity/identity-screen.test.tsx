/** The screen of real-name verification, in the whole app. */
import { screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { needTexts } from '#ui/language/i18n.ts';
import { tellNotice } from '#ui/notices/tell-notice.ts';
import { emit, listen } from '#ui/state/events.ts';
import { problemsOf } from '../support/axe.ts';
import { type FakeServer, OFFLINE, Refusal, realUser, startFakeServer } from '../support/fake-server.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';
import { toasts } from '../support/toasts.ts';
import { fakeUploads, pictureFile, type Upload } from './fake-upload.ts';
import { AREAS, link, NONE, SENT } from './identity-answers.ts';

// Listens for the life of a page.
listen('notice', (event) => void tellNotice(event));

let server: FakeServer;
let app: OpenApp;
let own: typeof NONE | typeof SENT;
let fake: ReturnType<typeof fakeUploads>;
let sent: Record<string, string>[];
beforeEach(async () => {
  server = startFakeServer();
  fake = fakeUploads();
  own = NONE;
  sent = [];
  await needTexts('identity');
  server.on('/api/basicSet/getBasicInfo', () => ({ is_real_name_auth: '1' }));
  server.on('/api/default/area_list', () => AREAS);
  server.on('/api/user_real/center', () => own);
  server.on('/api/user/info', () => ({ ...realUser, real_status: own.review_status }));
  server.on('/api/user_real/real_name', ({ body }) => {
    sent.push(body);
    own = { ...SENT, ...body };
    return own;
  });
});
afterEach(() => {
  app.close();
  fake.stop();
  server.stop();
  document.documentElement.dataset.theme = 'light';
});

const open = async (address = '/mine/auth') => {
  app = await openApp(address, { token: 'real-token' });
};
const field = (name: string) => screen.findByLabelText(name);
const noteOf = (name: string): string => {
  const control = screen.getByLabelText(name);
  return document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
};
const step = async (name: 'You' | 'Document' | 'Photos') => userEvent.click(await screen.findByRole('button', { name }));
const shownStep = () => app.root.querySelector('.identity-steps [aria-current]')?.textContent;
/** From whichever step: it is sent on the last one. */
const send = async () => {
  await step('Photos');
  await userEvent.click(screen.getByRole('button', { name: 'Send for review' }));
};

/** Chooses a photo for a slot and gives its upload. */
async function choose(label: string): Promise<Upload> {
  const before = fake.uploads.length;
  await step('Photos');
  await userEvent.upload(await field(label), await pictureFile(900, 600));
  await expect.poll(() => fake.uploads.length).toBe(before + 1);
  return fake.uploads[before] as Upload;
}

async function fill(): Promise<void> {
  await userEvent.fill(await field('Full name'), ' Ada  Byron ');
  await waitFor(() => screen.getByRole('option', { name: 'United Kingdom' }));
  await userEvent.selectOptions(screen.getByLabelText('Country'), 'GB');
  await userEvent.fill(screen.getByLabelText('Date of birth'), '1990-12-10');
  await step('Document');
  await userEvent.selectOptions(screen.getByLabelText('ID type'), 'card');
  await userEvent.fill(screen.getByLabelText('ID number'), 'X-123456');
}

describe('the screen of real-name verification', () => {
  it('S1-5.22 each part that is missing or wrong says so on its own field, and nothing is sent', async () => {
    await open();
    await field('Full name');
    await send();
    const notes = {
      ...{
        // D9.446: what to write stays below what is wrong.
        'Full name': 'Please enter your nameAs it stands on the document',
        Country: 'Please choose your countryNot served: North Korea, Israel, China, Vanuatu and Cuba',
        'Date of birth': 'Please enter your date of birth',
      },
      ...{ 'ID type': 'Please choose the ID type', 'ID number': 'Please enter the ID number' },
      ...{ 'Front of the card': 'Please add this photo', 'Back of the card': 'Please add this photo' },
    };
    for (const [name, note] of Object.entries(notes)) await expect.poll(() => noteOf(name)).toBe(note);
    await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Full name'));
    for (const theme of ['light', 'dark']) {
      document.documentElement.dataset.theme = theme;
      expect(await problemsOf(app.root)).toEqual([]);
    }
    await userEvent.fill(screen.getByLabelText('Full name'), 'R2D2');
    expect(noteOf('Full name')).toBe('As it stands on the document');
    const young = `${new Date().getUTCFullYear() - 17}-01-01`;
    await userEvent.fill(screen.getByLabelText('Date of birth'), young);
    await send();
    await expect.poll(() => noteOf('Full name')).toBe('A name has 2 to 100 letters and no digitsAs it stands on the document');
    expect(noteOf('Date of birth')).toBe('You must be 18 or older');
    expect(server.count('/api/user_real/real_name')).toBe(0);
    expect(fake.uploads).toEqual([]);
  });

  it('S1-4.21 S1-7.26 what is filled in and photographed is sent, and the waiting view comes at once', async () => {
    await open();
    await fill();
    (await choose('Front of the card')).answer({ url: link('a') });
    (await choose('Back of the card')).answer({ url: link('b') });
    await screen.findByLabelText('Replace: Back of the card');
    await send();
    await screen.findByText('Waiting for review');
    screen.getByText('••• 3456');
    const { name, id_type, card_id, country, birthday, front_pic, reverse_pic, hand_pic, ssn } = sent[0] ?? {};
    expect([name, id_type, card_id, country, birthday, front_pic, reverse_pic, hand_pic, ssn]).toEqual([
      'Ada Byron',
      '1',
      'X-123456',
      'GB',
      '1990-12-10',
      link('a'),
      link('b'),
      '',
      '',
    ]);
    for (const theme of ['light', 'dark']) {
      document.documentElement.dataset.theme = theme;
      expect(await problemsOf(app.root)).toEqual([]);
    }
  });

  it('S1-7.24 S1-7.07 a photo shows how far it came, from the choice to the reply, and travels small in a form with the token', async () => {
    await open();
    const upload = await choose('Front of the card');
    expect([upload.url, upload.headers]).toEqual(['/api/common/image_upload', { lang: 'en', authorization: 'real-token' }]);
    expect(upload.file.type).toBe('image/jpeg');
    const bar = await screen.findByRole('progressbar', { name: 'Sending: Front of the card' });
    upload.progress(0.4);
    await expect.poll(() => bar.getAttribute('aria-valuenow')).toBe('40');
    expect((screen.getByRole('button', { name: 'Send for review' }) as HTMLButtonElement).disabled).toBe(true);
    upload.answer({ url: link('a') });
    await expect.poll(() => screen.queryByRole('progressbar')).toBeNull();
    expect((screen.getByRole('button', { name: 'Send for review' }) as HTMLButtonElement).disabled).toBe(false);
  });

  it('S1-5.15 a slot has one photo: the next takes its place, and one that fails leaves it empty and says why', async () => {
    await open();
    const first = await choose('Front of the card');
    await userEvent.upload(await field('Replace: Front of the card'), await pictureFile(600, 400));
    await expect.poll(() => fake.uploads.length).toBe(2);
    expect(first.isAborted).toBe(true);
    // What comes late of the first changes nothing.
    first.answer({ url: link('f') });
    fake.uploads[1]?.answer({ url: link('a') });
    await expect.poll(() => app.root.querySelectorAll('.photo-mark').length).toBe(1);
    await userEvent.upload(await field('Replace: Front of the card'), await pictureFile(600, 400));
    await expect.poll(() => fake.uploads.length).toBe(3);
    fake.uploads[2]?.answer(null, 1018, 'The photo cannot be read. Please take it again.');
    await screen.findByLabelText('Front of the card');
    await expect.poll(() => noteOf('Front of the card')).toBe('The photo cannot be read. Please take it again.');
    expect(document.querySelector('.toasts p')).toBeNull();
    expect(app.root.querySelector('.photo-box img')).toBeNull();
    await userEvent.upload(await field('Front of the card'), new File(['%PDF'], 'scan.pdf', { type: 'application/pdf' }));
    await expect.poll(() => noteOf('Front of the card')).toContain('This file cannot be read as a photo');
    expect(await problemsOf(app.root)).toEqual([]);
    await choose('Front of the card');
    await expect.poll(() => noteOf('Replace: Front of the card')).toBe('');
  });

  it('D1.3.20 a rejected one says why and comes back as it was sent; only what was wrong is done again', async () => {
    own = { ...SENT, review_status: 3, remark: 'The back is blurred' };
    await open();
    await screen.findByText('Not accepted: The back is blurred');
    screen.getByText(/Photos can be replaced one by one/);
    // Nothing is missing: it is opened where it can be sent again.
    expect(shownStep()).toBe('Photos');
    expect((screen.getByLabelText('Full name') as HTMLInputElement).value).toBe('Ada Byron');
    await waitFor(() => expect((screen.getByLabelText('Country') as HTMLSelectElement).value).toBe('GB'));
    expect(app.root.querySelector<HTMLImageElement>('.photo-box img')?.getAttribute('src')).toBe(link('a'));
    await userEvent.upload(screen.getByLabelText('Replace: Back of the card'), await pictureFile(600, 400));
    await expect.poll(() => fake.uploads.length).toBe(1);
    fake.uploads[0]?.answer({ url: link('c') });
    await expect.poll(() => screen.queryByRole('progressbar')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
    await screen.findByText('Waiting for review');
    expect(sent[0]).toMatchObject({ front_pic: link('a'), reverse_pic: link('c') });
  });

  it('D9.216 a decision changes the screen without a reload, and is told with a way to it on any other', async () => {
    own = SENT;
    await open();
    await screen.findByText('Waiting for review');
    own = { ...SENT, review_status: 2 };
    emit({ type: 'notice', kind: 'identity', level: '2', text: '' });
    await screen.findByText('Verified');
    app.close();
    await open('/user');
    await screen.findByRole('link', { name: /Identity\s*Verified/ });
    own = { ...SENT, review_status: 3, remark: 'blurred' };
    emit({ type: 'notice', kind: 'identity', level: '3', text: '' });
    await screen.findByRole('link', { name: /Identity\s*Not accepted/ });
    await screen.findByRole('button', { name: /^View: Your identity was not accepted/ });
    // D9.443: by another way than its own, the word of it goes as the page says it.
    location.hash = '#/mine/auth';
    await screen.findByText('Not accepted: blurred');
    await expect.poll(toasts).not.toContain('Your identity was not accepted');
  });

  it('a refusal of the server stands on its field, any other above the button; what waits already is shown', async () => {
    own = { ...SENT, review_status: 3, remark: 'no' };
    await open();
    await screen.findByRole('button', { name: 'Send again' });
    const again = () => userEvent.click(screen.getByRole('button', { name: 'Send again' }));
    server.on('/api/user_real/real_name', () => new Refusal(1007, 'Your country is not served'));
    await again();
    await screen.findByText('Your country is not served');
    server.on('/api/user_real/real_name', () => OFFLINE);
    await again();
    await screen.findByText(/ERR_NETWORK/);
    server.on('/api/user_real/real_name', () => {
      own = SENT;
      return new Refusal(1020, 'Your identity was already sent');
    });
    await again();
    await screen.findByText('Waiting for review');
  });

  it('a demo account is told to log in as itself; a screen that could not be loaded can be tried again', async () => {
    server.on('/api/user_real/center', () => OFFLINE);
    await open();
    await screen.findByText('Your identity could not be loaded');
    server.on('/api/user_real/center', () => own);
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await field('Full name');
    app.close();
    server.on('/api/user/info', () => ({ ...realUser, is_demo: 1 }));
    app = await openApp('/mine/auth', { token: 'demo-token' });
    await screen.findByText('only true account');
  });
});
