/** Letters over the wire: a real SMTP server and a real HTTP gateway in the test's own process. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, it } from 'vitest';
import { LetterRefusedError } from '#server/letters/letter.ts';
import { createSmsCarrier } from '#server/letters/sms-carrier.ts';
import { createSmtpCarrier } from '#server/letters/smtp-carrier.ts';
import { codeTo, lettersTo, MAIL, post, SMS } from '../codes/post-box.ts';
import { startApp } from '../start-app.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

type Mail = { from: string; to: string[]; raw: string; user: string };

/** Listens on a port of its own, or on one that was free a moment ago. `refuse`: the answer to every recipient. */
async function smtpServer({ port = 0, refuse }: { port?: number; refuse?: number } = {}): Promise<{ port: number; mails: Mail[] }> {
  const mails: Mail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      password === 'secret' ? done(null, { user: username ?? '' }) : done(new Error('wrong login')),
    onRcptTo: (_address, _session, done) =>
      refuse === undefined ? done() : done(Object.assign(new Error('no'), { responseCode: refuse })),
    onData(stream, { envelope, user }, done) {
      let raw = '';
      stream.on('data', (chunk: Buffer) => {
        raw += chunk.toString();
      });
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        mails.push({ from, to: envelope.rcptTo.map((one) => one.address), raw, user: String(user ?? '') });
        done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return { port: (server.server.address() as AddressInfo).port, mails };
}

type Sms = { id: string; to: string; text: string };
type Gateway = { url: string; taken: { body: Sms; authorization: string | undefined }[]; answer: (status: number) => void };

async function smsGateway(): Promise<Gateway> {
  let status = 200;
  const taken: Gateway['taken'] = [];
  const server: Server = createServer((request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      taken.push({ body: JSON.parse(body) as Sms, authorization: request.headers.authorization });
      response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:9/elsewhere' } : {}).end('a long answer that nobody reads');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const answer = (next: number) => {
    status = next;
  };
  return { url: `http://us%40er:pass@127.0.0.1:${port}/send`, taken, answer };
}

const MAIL_FROM = 'no-reply@outcry.example';

it('S1-7.15 a code goes out by SMTP: from the site, to one person, with its digits in the text alone', async () => {
  const { port, mails } = await smtpServer();
  const config = { smtpUrl: `smtp://mailer:secret@127.0.0.1:${port}`, mailFrom: MAIL_FROM };
  const app = await startApp({ config, settings: { verify_reg_type: '1' } });
  expect((await post(app, MAIL, { to: 'Ada@Example.com', type: 1 })).code).toBe(1);
  await expect.poll(() => mails.length).toBe(1);
  const code = await codeTo(app, 'ada@example.com');
  expect(mails[0]).toMatchObject({ from: MAIL_FROM, to: ['ada@example.com'], user: 'mailer' });
  const [head = '', text = ''] = mails[0]?.raw.split('\r\n\r\n', 2) ?? [];
  expect(text).toContain(code);
  expect(head).not.toContain(code);
  expect(head).toMatch(/^Message-ID: <letter-\d+@outcry\.example>$/m);
  expect(head).toMatch(/^Auto-Submitted: auto-generated/im);
  await expect.poll(async () => (await lettersTo(app, 'ada@example.com'))[0]?.state).toBe('sent');
  await app.close();
});

it('D1.5.08 with real people there is no outbox, and a letter that was sent says nothing any more', async () => {
  const { port, mails } = await smtpServer();
  const config = { profile: 'production', smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: MAIL_FROM } as const;
  const app = await startApp({ config });
  await post(app, MAIL, { to: 'ada@example.com', type: 1 });
  await expect.poll(() => mails.length).toBe(1);
  const row = async () => app.db.kysely.selectFrom('letter').select(['state', 'params']).executeTakeFirstOrThrow();
  await expect.poll(row).toEqual({ state: 'sent', params: '{}' });
  expect((await app.server.operations.inject('/api/dev/outbox')).statusCode).toBe(404);
  await app.close();
});

it('a mail server that is away gets the letter when it is back; the person who asked did not wait for it', async () => {
  const { port } = await smtpServer();
  for (const close of closing.splice(0)) close();
  const app = await startApp({ config: { smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: MAIL_FROM }, settings: { verify_reg_type: '1' } });
  expect((await post(app, MAIL, { to: 'ada@example.com', type: 1 })).code).toBe(1);
  const row = async () => app.db.kysely.selectFrom('letter').select(['due', 'tries', 'state']).executeTakeFirstOrThrow();
  await expect.poll(async () => (await row()).due).toBe(app.clock.now() + 5_000);
  const { mails } = await smtpServer({ port });
  await app.clock.advance(5_000);
  await expect.poll(() => mails.length).toBe(1);
  await expect.poll(async () => (await row()).state).toBe('sent');
  await app.close();
});

it('S40 a mailbox that does not exist is not tried again, and the log does not say whose it is or what was in it', async () => {
  const logLines: string[] = [];
  const { port } = await smtpServer({ refuse: 550 });
  const config = { smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: MAIL_FROM };
  const app = await startApp({ config, settings: { verify_reg_type: '1' }, logLines });
  await post(app, MAIL, { to: 'gone@example.com', type: 1 });
  await expect.poll(async () => (await lettersTo(app, 'gone@example.com'))[0]?.state).toBe('failed');
  const log = logLines.join('');
  expect(log).toContain('SMTP 550');
  expect(log).not.toContain('gone@example.com');
  expect(log).not.toContain(await codeTo(app, 'gone@example.com'));
  await app.close();
});

it('no mail goes to another machine in the clear, and a wrong login is no reason to give it up', async () => {
  const { port, mails } = await smtpServer();
  // A name that leads here and is not known to: as a server elsewhere that offers no TLS.
  const elsewhere = createSmtpCarrier({ url: `smtp://0.0.0.0:${port}`, from: MAIL_FROM });
  const letter = { id: 1, to: 'ada@example.com', subject: 'x', text: 'y' };
  const refused = await elsewhere.send(letter).then(undefined, (error: Error) => error);
  expect(refused).toMatchObject({ code: 'ETLS' });
  elsewhere.close();
  const wrong = createSmtpCarrier({ url: `smtp://mailer:wrong@127.0.0.1:${port}`, from: MAIL_FROM });
  const unknown = await wrong.send(letter).then(undefined, (error: Error) => error);
  expect(unknown).toMatchObject({ code: 'EAUTH' });
  for (const error of [refused, unknown]) expect(error).not.toBeInstanceOf(LetterRefusedError);
  wrong.close();
  expect(mails).toEqual([]);
});

it('S1-7.15 a short message goes to the gateway: number, text, its number as key, and the login of the address', async () => {
  const { url, taken, answer } = await smsGateway();
  const app = await startApp({ config: { smsUrl: url }, settings: { verify_reg_type: '1' } });
  answer(503);
  await post(app, SMS, { to: '5551234567', area_id: 1, type: 1 });
  await expect.poll(() => taken.length).toBe(1);
  await expect
    .poll(async () => (await app.db.kysely.selectFrom('letter').select('due').executeTakeFirstOrThrow()).due)
    .toBe(app.clock.now() + 5_000);
  answer(200);
  await app.clock.advance(5_000);
  await expect.poll(() => taken.length).toBe(2);
  expect(taken[0]?.body).toEqual(taken[1]?.body);
  expect(taken[1]?.body).toMatchObject({ to: '+15551234567', text: expect.stringContaining(await codeTo(app, '+15551234567')) });
  expect(taken[1]?.authorization).toBe(`Basic ${Buffer.from('us@er:pass').toString('base64')}`);
  await app.close();
});

it.each([
  [400, /^LetterRefusedError: HTTP 400$/],
  [429, /^Error: the gateway did not take it$/],
  [500, /^Error: the gateway did not take it$/],
  [302, /fetch failed|redirect/],
])('a gateway that answers %i', async (status, reason) => {
  const { url, answer } = await smsGateway();
  answer(status);
  const sent = createSmsCarrier(url).send({ id: 1, to: '+15551234567', subject: '', text: 'x' });
  await expect(sent.catch((error: unknown) => Promise.reject(new Error(String(error))))).rejects.toThrow(
    new RegExp(reason.source.replace('^', '')),
  );
});

it('D1.5.08 the outbox is for the demo alone, and never for a page', async () => {
  const app = await startApp({ settings: { verify_reg_type: '1' } });
  await post(app, MAIL, { to: 'ada@example.com', type: 1 });
  expect(await lettersTo(app, 'ada@example.com')).toHaveLength(1);
  const { operations } = app.server;
  const fromPage = await operations.inject({ url: '/api/dev/outbox', headers: { origin: 'http://localhost:8080' } });
  expect(fromPage.statusCode).toBe(403);
  const foreign = await operations.inject({ url: '/api/dev/outbox', headers: { host: 'evil.example' } });
  expect(foreign.statusCode).toBe(403);
  expect((await app.call('/api/dev/outbox')).status).toBe(404);
  await app.close();
});
