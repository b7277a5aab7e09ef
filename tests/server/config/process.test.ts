/** The process itself: what it prints, how it ends, and what it does not harm. */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Envelope } from '#protocol/errors.ts';
import type { LoginReply } from '#protocol/rest/user.ts';
import { build, endAll, operate, ready, refusal, run } from './start-process.ts';

let dataDir: string;
beforeAll(() => {
  build();
  dataDir = mkdtempSync(join(tmpdir(), 'outcry-process-'));
});
afterEach(endAll);
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const post = async (url: string, fields: Record<string, string>) =>
  (await (await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })).json()) as Envelope<LoginReply>;

describe('the process', () => {
  it('says ready, serves, ends with 0 on a signal whatever follows it, and finds its accounts again', async () => {
    const first = run({ DATA_DIR: dataDir });
    const url = await ready(first);
    const made = (await (await fetch(`${url}/api/user/createAccountDemoForU`)).json()) as Envelope<{ demo_id: string }>;
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    first.child.kill('SIGTERM');
    first.child.kill('SIGTERM');
    first.child.kill('SIGINT');
    expect(await first.ended).toBe(0);
    expect(first.err()).toBe('');
    const second = run({ DATA_DIR: dataDir });
    const again = await ready(second);
    const { code, data } = await post(`${again}/api/user/loginDemoForU`, { demo_id: made.data.demo_id });
    expect(code).toBe(1);
    expect(data.user.is_demo).toBe(1);
  });

  it('a second process on the same DATA_DIR is one line, and the first goes on', async () => {
    const first = run({ DATA_DIR: dataDir });
    const url = await ready(first);
    const { code, line } = await refusal({ DATA_DIR: dataDir });
    expect(code).toBe(1);
    expect(line).toContain(dataDir);
    expect(line.split('\n')).toHaveLength(1);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });

  it('a taken port is one line that names it', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const port = String((taken.address() as AddressInfo).port);
    const { code, line } = await refusal({ DATA_DIR: dataDir, PORT: port });
    taken.close();
    expect(code).toBe(1);
    expect(line).toMatch(new RegExp(`^PORT: got "${port}"`));
    expect(line.split('\n')).toHaveLength(1);
  });

  it.each([
    [{ PORT: 'http' }, /^PORT: got "http", takes /],
    [{ OPS_PORT: '70000' }, /^OPS_PORT: got "70000", takes a port from 1 to 65535 or the path/],
    [{ OPS_PORT: `/tmp/${'x'.repeat(120)}` }, /^OPS_PORT: got "\/tmp\/xxx/],
    [{ OPS_PORT: '/no/such/folder/ops.sock' }, /^OPS_PORT: \/no\/such\/folder\/ops.sock cannot be listened on/],
    [{ OPS_PORT: '8397', PORT: '8397' }, /^OPS_PORT: got "8397", takes another port than PORT/],
    [{ DATA_DIR: '/proc/nope/deep' }, /^DATA_DIR: got "\/proc\/nope\/deep" \(\w+\), takes a folder/],
    [{ DATA_DIR: '/dev/null/data' }, /^DATA_DIR: got "\/dev\/null\/data" \(ENOTDIR\), takes a folder/],
    [{ PROFILE: 'production' }, /^TAPE_ORIGIN: got "", takes a name without a scheme/],
    [{ PROFILE: 'production', TAPE_ORIGIN: 'trade.example/tape' }, /^FEED: got "synthetic", takes /],
    [{ TAPE_ORIGIN: 'https://trade.example/tape' }, /^TAPE_ORIGIN: got "https:\/\/trade.example\/tape", takes a name without a scheme/],
    [{ TAPE_KEY_DIR: '/dev/null/keys' }, /^TAPE_KEY_DIR: got "\/dev\/null\/keys" \(ENOTDIR\), takes a folder/],
    [{ DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' }, /DATABASE_URL/],
  ])('%j ends with 1 and one line', async (env, pattern) => {
    const { code, line } = await refusal({ DATA_DIR: dataDir, ...env });
    expect(code).toBe(1);
    expect(line).toMatch(pattern);
    expect(line).not.toContain('secret');
    expect(line.split('\n')).toHaveLength(1);
  });

  it.each(['outcry.db', 'lock.db'])('a %s that is no database is one line that names DATA_DIR', async (file) => {
    const broken = mkdtempSync(join(tmpdir(), 'outcry-broken-'));
    writeFileSync(join(broken, file), 'x'.repeat(5_000));
    const { code, line } = await refusal({ DATA_DIR: broken });
    rmSync(broken, { recursive: true });
    expect(code).toBe(1);
    expect(line).toMatch(/^DATA_DIR: got ".*", whose database cannot be used \(file is not a database\)/);
    expect(line.split('\n')).toHaveLength(1);
  });

  it('what it writes is for its own user only, also where an older version left it open to all', async () => {
    const open = mkdtempSync(join(tmpdir(), 'outcry-open-'));
    writeFileSync(join(open, 'lock.db'), '', { mode: 0o644 });
    await ready(run({ DATA_DIR: open }));
    const mode = (path: string) => (statSync(join(open, path)).mode & 0o777).toString(8);
    expect([mode('.'), mode('outcry.db'), mode('outcry.db-wal'), mode('lock.db')]).toEqual(['700', '600', '600', '600']);
    expect(mode('operator.key')).toBe('600');
    expect(Number.parseInt(mode('operations-0.sock'), 8) & 0o077).toBe(0);
    await endAll();
    rmSync(open, { recursive: true });
  });

  it('the operator speaks to it over the socket in DATA_DIR, also after a kill; metrics are there and not on the public port', async () => {
    const env = { DATA_DIR: dataDir };
    expect(await operate(env, 'verify')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/no server answers at .*operations-0\.sock|holds no operator\.key/),
    });
    const url = await ready(run(env));
    const help = await operate(env, 'help');
    expect([help.code, help.out]).toEqual([0, expect.stringContaining('product CODE open|closed')]);
    expect(await operate(env, 'verify')).toMatchObject({ code: 0, out: expect.stringContaining('everything holds') });
    expect(await operate(env, 'flag', 'is_show_mobile', 'on')).toMatchObject({ code: 1, out: expect.stringContaining('--reason') });
    expect((await operate(env, 'flag', 'is_show_mobile', 'on', '--reason', 'asked for', '--as', 'ada')).code).toBe(0);
    const info = (await (await fetch(`${url}/api/basicSet/getBasicInfo`)).json()) as Envelope<Record<string, string>>;
    expect(info.data.is_show_mobile).toBe('1');
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
    await endAll();
    await ready(run(env));
    expect((await operate(env, 'audit')).out).toContain('ada setting is_show_mobile');
  });
});
