/** Who somebody is, filled in with the registration: all of it or nothing; photos follow with the new session. */
import { screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { putSite } from '#ui/state/site.ts';
import { fakeUploads, pictureFile, type Upload } from '../identity/fake-upload.ts';
import { link, NONE, SENT } from '../identity/identity-answers.ts';
import { problemsOf } from '../support/axe.ts';
import { type FakeServer, Refusal, realUser, startFakeServer } from '../support/fake-server.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';
import { toasts } from '../support/toasts.ts';
import { field, fill, lastCall, press } from './open-door.ts';

const REGISTER = '/api/user/register';
const REAL_NAME = '/api/user_real/real_name';
const SITE = { is_register_email: '1', verify_reg_type: '3', is_real_name_auth: '1', is_register_auth: '1' };

let server: FakeServer;
let app: OpenApp;
let fake: ReturnType<typeof fakeUploads>;
let own: typeof NONE | typeof SENT;
beforeEach(() => {
  server = startFakeServer();
  fake = fakeUploads();
  own = NONE;
  server.on('/api/basicSet/getBasicInfo', () => SITE);
  server.on(REGISTER, () => ({ token: 'real-token', user: realUser }));
  server.on('/api/user_real/center', () => own);
  server.on(REAL_NAME, ({ body }) => {
    own = { ...SENT, ...body };
    return own;
  });
});
afterEach(() => {
  app.close();
  fake.stop();
  server.stop();
});

async function open(flags: Record<string, string> = {}): Promise<void> {
  app = await openApp('/register?from=%2Fuser');
  putSite({ ...SITE, ...flags });
  await screen.findByLabelText('Full name');
  await expect.poll(() => (screen.getByLabelText('Country') as HTMLSelectElement).options.length).toBeGreaterThan(1);
  await expect.poll(() => field('Country of residence').disabled).toBe(false);
}
const submit = () => press('Register');
const noteOf = (name: string): string =>
  document.getElementById(screen.getByLabelText(name).getAttribute('aria-describedby') ?? '')?.textContent ?? '';
const fillAccount = () => fill({ 'E-mail': 'ann@example.com', Password: 'a fine day 42', 'Repeat password': 'a fine day 42' });

async function fillIdentity(): Promise<void> {
  await userEvent.fill(screen.getByLabelText('Full name'), ' Ada  Byron ');
  await userEvent.selectOptions(screen.getByLabelText('Country'), 'DE');
  await userEvent.fill(screen.getByLabelText('Date of birth'), '1990-12-10');
  await userEvent.selectOptions(screen.getByLabelText('ID type'), 'card');
  await userEvent.fill(screen.getByLabelText('ID number'), 'X-123456');
}
const choose = async (label: string) => userEvent.upload(screen.getByLabelText(label), await pictureFile(900, 600));
const chooseBoth = async () => {
  await choose('Front of the card');
  await choose('Back of the card');
  await expect.poll(() => app.root.querySelectorAll('.photo-mark').length).toBe(2);
};
const uploads = async (count: number): Promise<readonly Upload[]> => {
  await expect.poll(() => fake.uploads.length).toBe(count);
  return fake.uploads;
};

describe('an identity with the registration', () => {
  it('D1.5.19 may be left out as a whole', async () => {
    await open();
    await fillAccount();
    await submit();
    await expect.poll(() => location.hash).toBe('#/user');
    expect(lastCall(server, REGISTER)?.body.name).toBeUndefined();
    expect(server.count(REAL_NAME)).toBe(0);
  });

  it('D1.5.19 S1-5.06 once anything of it is filled in all of it is needed, said at each field, and nothing is sent', async () => {
    await open({ is_auth_ssn: '1', is_auth_hand_pic: '1' });
    await fillAccount();
    await userEvent.fill(screen.getByLabelText('Full name'), 'Ada Byron');
    await submit();
    const notes = {
      ...{ Country: /^Please choose your countryNot served/, 'Date of birth': 'Please enter your date of birth' },
      ...{ 'ID type': 'Please choose the ID type', 'ID number': 'Please enter the ID number' },
      ...{ 'Social security number': /^Please enter your social security numberWhere/ },
      ...{ 'Front of the card': 'Please add this photo', 'Back of the card': 'Please add this photo' },
      ...{ 'You with the document in your hand': 'Please add this photo' },
    };
    for (const [name, note] of Object.entries(notes)) await expect.poll(() => noteOf(name)).toMatch(note);
    expect(document.activeElement).toBe(screen.getByLabelText('Country'));
    expect(server.count(REGISTER)).toBe(0);
    expect(await problemsOf(app.root)).toEqual([]);
    // What is taken out again is not missed.
    await userEvent.fill(screen.getByLabelText('Full name'), '');
    await submit();
    await expect.poll(() => server.count(REGISTER)).toBe(1);
  });

  it('D9.218 D9.259 goes with the registration but for its photos, which follow with the new session, and then real_name', async () => {
    await open();
    await fillAccount();
    await fillIdentity();
    await chooseBoth();
    expect(fake.uploads).toEqual([]);
    await submit();
    await expect.poll(() => location.hash).toBe('#/user');
    expect(lastCall(server, REGISTER)?.body).toMatchObject({
      ...{ name: 'Ada Byron', id_type: '1', card_id: 'X-123456', country: 'DE', birthday: '1990-12-10', ssn: '' },
      ...{ front_pic: '', reverse_pic: '', hand_pic: '' },
    });
    const [front, back] = await uploads(2);
    expect(front?.headers.authorization).toBe('real-token');
    front?.answer({ url: link('a') });
    expect(server.count(REAL_NAME)).toBe(0);
    back?.answer({ url: link('b') });
    await expect
      .poll(() => lastCall(server, REAL_NAME)?.body)
      .toMatchObject({ front_pic: link('a'), reverse_pic: link('b'), country: 'DE' });
    await expect.poll(toasts).toContain('Your identity is on its way to review');
  });

  it('D9.218 what fails is taken up again under /mine/auth, with everything that was typed', async () => {
    await open();
    await fillAccount();
    await fillIdentity();
    await chooseBoth();
    await submit();
    const [front, back] = await uploads(2);
    front?.answer({ url: link('a') });
    back?.answer(null, 1018, 'The photo cannot be read. Please take it again.');
    await userEvent.click(await screen.findByRole('button', { name: /^View: Your account is open, but/ }));
    await expect.poll(() => location.hash).toBe('#/mine/auth');
    await screen.findByText('The photo cannot be read. Please take it again.');
    expect((screen.getByLabelText('Full name') as HTMLInputElement).value).toContain('Byron');
    await choose('Back of the card');
    await userEvent.click(screen.getByRole('button', { name: 'Send for review' }));
    // Only the one that was refused is sent again.
    (await uploads(3))[2]?.answer({ url: link('c') });
    await screen.findByText('Waiting for review');
    expect(lastCall(server, REAL_NAME)?.body).toMatchObject({ front_pic: link('a'), reverse_pic: link('c') });
  });

  it('D9.259 a refusal stands on its field and not above the form, and no photo is sent', async () => {
    server.on(REGISTER, () => new Refusal(1007, 'Services are not offered in this country', { field: 'country' }));
    await open();
    await fillAccount();
    await fillIdentity();
    await chooseBoth();
    await submit();
    await waitFor(() => expect(noteOf('Country')).toMatch(/^Please choose a country of the list/));
    expect(app.root.querySelector('form > .banner')).toBeNull();
    expect(fake.uploads).toEqual([]);
    expect(location.hash).toContain('/register');
  });

  it('D9.218 photos of one person are not sent for the next', async () => {
    await open();
    await fillAccount();
    await fillIdentity();
    await chooseBoth();
    await submit();
    const [front, back] = await uploads(2);
    front?.answer({ url: link('a') });
    await press('Log out');
    await userEvent.click((await screen.findAllByRole('button', { name: 'Log out' })).at(-1) as HTMLElement);
    await expect.poll(() => location.hash).toContain('/login');
    back?.answer({ url: link('b') });
    expect(server.count(REAL_NAME)).toBe(0);
  });
});
