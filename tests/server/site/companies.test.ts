/** Companies behind the site and complaints, as calls of the API and as commands of the operator, on both databases. */
import { afterEach, expect, it } from 'vitest';
import type { Db } from '#server/database/database.ts';
import { OPERATOR_KEY_HEADER, OPERATOR_PATH } from '#server/operations/operator-call.ts';
import { readOperatorKey } from '#server/operations/operator-key.ts';
import { eachDatabase } from '../each-database.ts';
import { type StartedApp, type StartOptions, startApp } from '../start-app.ts';

const FIELDS = ['id', 'name', 'logo', 'url', 'subject', 'registered_address', 'location', 'email'];
type Status = { status: number; type: number; loss_url: string };
let app: StartedApp;
afterEach(() => app.close());

const start = async (db: Db, options: StartOptions = {}) => {
  app = await startApp({ db, ...options });
};
async function operator(command: string, words: string[] = [], reason = 'as agreed'): Promise<{ isGood: boolean; lines: string[] }> {
  const key = (await readOperatorKey(app.dataDir)) ?? '';
  const reply = await app.server.operations.inject({
    ...{ method: 'POST', url: OPERATOR_PATH, payload: { command, words, actor: 'ada', reason } },
    headers: { host: 'localhost', [OPERATOR_KEY_HEADER]: key },
  });
  return reply.json();
}
const status = async (id?: string) => (await app.call<Status>('/api/company/getCompanyStatus', id ? { id } : {})).data;
const found = async (name: string) =>
  (await app.call<{ name: string }[]>('/api/company/search', { name })).data.map((company) => company.name);

eachDatabase('companies', (openDatabase) => {
  it('S1-7.31 S1-3.19 getCompany has the eight fields and its type; an id that is none is 1004, one that cannot be 1001', async () => {
    await start(await openDatabase());
    const { code, data } = await app.call<Record<string, unknown>>('/api/company/getCompany');
    expect(code).toBe(1);
    expect(Object.keys(data).sort()).toEqual([...FIELDS, 'type'].sort());
    expect(data).toMatchObject({ name: 'Outcry', type: 1 });
    const same = await app.call('/api/company/getCompany', { id: String(data.id) });
    expect(same.data).toEqual(data);
    expect((await app.call('/api/company/getCompany', { id: '4711' })).code).toBe(1004);
    expect(await app.call('/api/company/getCompany', { id: '-1' })).toMatchObject({ code: 1001, data: { field: 'id', value: '-1' } });
  });

  it('S1-7.32 getCompanyStatus says status, type and loss_url, and follows the operator', async () => {
    await start(await openDatabase());
    expect(await status()).toEqual({ status: 1, type: 1, loss_url: '' });
    expect(await operator('set-company', ['1', 'type', '0'])).toMatchObject({ isGood: true });
    expect(await status()).toEqual({ status: 1, type: 0, loss_url: '' });
    await operator('setting', ['loss_hosts', 'closed.example']);
    expect(await operator('set-company', ['1', 'loss_url', 'https://closed.example/why'])).toMatchObject({ isGood: true });
    await operator('set-company', ['1', 'status', '0']);
    expect(await status()).toEqual({ status: 0, type: 0, loss_url: 'https://closed.example/why' });
    const { lines } = await operator('audit');
    expect(lines[0]).toContain('ada set-company 1: status "1" to "0": as agreed');
  });

  it('D9.267 an operator is refused a loss_url that leads elsewhere, and every field that is not as it should be', async () => {
    await start(await openDatabase(), { settings: { loss_hosts: 'closed.example' } });
    const hostile = [
      'https://other.example',
      'javascript:alert(1)',
      '//closed.example',
      'http://closed.example',
      'https://closed.example/\n',
    ];
    for (const value of hostile) expect(await operator('set-company', ['1', 'loss_url', value]), value).toMatchObject({ isGood: false });
    const wrong = {
      name: '',
      logo: '//evil.example/a.png',
      url: 'javascript:alert(1)',
      email: 'none',
      type: '2',
      status: 'off',
      subject: 'a\u202eb',
    };
    for (const [field, value] of Object.entries(wrong)) {
      const { isGood, lines } = await operator('set-company', ['1', field, value]);
      expect([isGood, lines[0]?.split(':')[0]], field).toEqual([false, field]);
    }
    expect((await operator('set-company', ['1', 'id', '7'])).lines[0]).toContain('takes one of name, logo, url');
    expect((await operator('set-company', ['9', 'name', 'Nine'])).lines[0]).toBe('company: got "9", takes an id of `companies`');
    expect(await status()).toEqual({ status: 1, type: 1, loss_url: '' });
  });

  it('S1-7.48 a search finds by a part of the name in any case, nothing by nonsense, and never one that has ended', async () => {
    await start(await openDatabase());
    for (const name of ['North Star Ltd', 'South Star Ltd']) await operator('add-company', [name]);
    expect(await found('STAR')).toEqual(['North Star Ltd', 'South Star Ltd']);
    expect(await found(' north ')).toEqual(['North Star Ltd']);
    expect(await found('%')).toEqual([]);
    expect(await found('zzzz')).toEqual([]);
    expect(await found('')).toHaveLength(3);
    await operator('set-company', ['2', 'status', '0']);
    expect(await found('star')).toEqual(['South Star Ltd']);
    expect(await app.call('/api/company/search', { name: 'x'.repeat(81) })).toMatchObject({ code: 1001, data: { field: 'name' } });
  });

  it('S1-7.48 D1.7.22 the e-mail address of the site, and of another company', async () => {
    await start(await openDatabase());
    await operator('add-company', ['North Star Ltd']);
    await operator('set-company', ['2', 'email', 'help@star.example']);
    expect((await app.call('/api/company/getEmail')).data).toEqual({ email: 'contact@example.com' });
    expect((await app.call('/api/company/getEmail', { id: '2' })).data).toEqual({ email: 'help@star.example' });
  });

  it('are seeded once: what the operator made of them outlives a restart', async () => {
    const db = await openDatabase();
    await start(db);
    await operator('set-company', ['1', 'name', 'Another']);
    await app.close();
    await start(db);
    expect((await operator('companies')).lines).toEqual(['1 Another: runs']);
  });
});

const GOOD = { email: 'Ann@Example.com', content: ' It did\r\nnot fill. ' };
const complain = (fields: Record<string, string> = GOOD, token?: string) =>
  app.call<{ case_number: string }>('/api/feedback/complaint', fields, { method: 'POST', ...(token ? { token } : {}) });

eachDatabase('complaints', (openDatabase) => {
  it('S1-7.53 D9.269 one is taken from anybody, has a case number, and waits where operators read it', async () => {
    await start(await openDatabase());
    const { code, data, msg } = await complain();
    expect([code, data.case_number]).toEqual([1, expect.stringMatching(/^C-[2-9A-HJKMNP-TV-Z]{8}$/)]);
    expect(msg).toContain(data.case_number);
    expect((await operator('complaints')).lines).toEqual([expect.stringMatching(new RegExp(`^${data.case_number} of 2026-03-04T`))]);
    expect((await operator('complaint', [data.case_number])).lines).toEqual([
      `${data.case_number}, from ann@example.com`,
      'It did',
      'not fill.',
    ]);
    expect((await operator('audit')).lines[0]).toContain(`ada view-complaint ${data.case_number}`);
    expect(await operator('close-complaint', [data.case_number])).toMatchObject({ isGood: true });
    expect(await operator('close-complaint', [data.case_number])).toMatchObject({ isGood: false });
    expect((await operator('complaints')).lines).toEqual(['none waits']);
    expect(await operator('complaint', ['C-22222222'])).toMatchObject({ isGood: false });
  });

  it('D9.269 the same one of the same day is the same case; another text, another address and another day are another', async () => {
    await start(await openDatabase());
    const caseOf = async (fields?: Record<string, string>) => (await complain(fields)).data.case_number;
    const first = await caseOf();
    const [again, race] = await Promise.all([caseOf({ ...GOOD, email: 'ann@example.com' }), caseOf()]);
    expect([again, race]).toEqual([first, first]);
    const others = [await caseOf({ ...GOOD, content: 'Another' }), await caseOf({ ...GOOD, email: 'bob@example.com' })];
    app.clock.jump(86_400_000);
    others.push(await caseOf());
    expect(new Set([first, ...others]).size).toBe(4);
  });

  it('D9.269 bad input names its field, and nothing is kept of it', async () => {
    await start(await openDatabase());
    const refused = async (fields: Record<string, string>) => {
      const { code, data, msg } = await complain({ ...GOOD, ...fields });
      return [code, (data as unknown as { field?: string } | null)?.field, msg];
    };
    expect(await refused({ email: 'nobody' })).toEqual([1001, 'email', expect.stringContaining('an e-mail address')]);
    expect(await refused({ content: ' \n ' })).toEqual([1001, 'content', 'Please complete']);
    expect(await refused({ content: 'x'.repeat(2_001) })).toEqual([1001, 'content', expect.stringContaining('1 to 2000')]);
    expect(await refused({ content: 'a\u0000b' })).toEqual([1001, 'content', expect.stringContaining('without U+0000')]);
    expect(await refused({ content: 'x'.repeat(4_001) })).toEqual([1001, 'content', expect.any(String)]);
    expect((await operator('complaints')).lines).toEqual(['none waits']);
  });

  it('S1-7.53 the flag switches them off, and the database and the log hold none of their words', async () => {
    const db = await openDatabase();
    const logLines: string[] = [];
    await start(db, { logLines });
    await complain({ email: 'canary-1@example.com', content: 'canary-2' });
    const [row] = await db.kysely.selectFrom('complaint').selectAll().execute();
    expect(JSON.stringify(row)).not.toMatch(/canary/);
    expect(logLines.join()).not.toMatch(/canary/);
    await operator('flag', ['is_complaint', 'off']);
    expect((await complain({ ...GOOD, content: 'later' })).code).toBe(1008);
  });
});
