import { afterEach, expect, it } from 'vitest';
import type { FillReply } from '#protocol/rest/forex.ts';
import { OPERATOR_KEY_HEADER } from '#server/operations/operator-call.ts';
import { eachDatabase } from '../each-database.ts';
import { type StartedApp, startApp } from '../start-app.ts';
import { type Call, type Said, sayTo } from './say-to.ts';

let app: StartedApp | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

const say = (call: Call, headers?: Record<string, string>): Promise<Said> => sayTo(app as StartedApp, call, headers);

eachDatabase('the operator', (openDatabase) => {
  it('changes a setting with a reason, and the act is in the audit with who and why', async () => {
    app = await startApp({ db: await openDatabase() });
    expect(await say({ command: 'setting', words: ['stop_out_level', '60'] })).toMatchObject({
      isGood: false,
      lines: [expect.stringContaining('--reason')],
    });
    expect(app.server.settings.get('stop_out_level')).toBe('50');
    expect(await say({ command: 'setting', words: ['stop_out_level', '60'], reason: 'a rough week' })).toMatchObject({ isGood: true });
    expect(app.server.settings.get('stop_out_level')).toBe('60');
    const { lines } = await say({ command: 'audit' });
    expect(lines[0]).toContain('ada setting stop_out_level: "50" to "60": a rough week');
  });

  it('S1-9.09 D1.4.02 turns fees from money per lot to a share of the margin and back, from the next tick on', async () => {
    app = await startApp({ db: await openDatabase() });
    const { token } = await app.demo();
    const fields = { forex_id: '1', type: '1', status: '1', multiple: '100', cont: '0.1' };
    const feeAfter = async (feeType?: string) => {
      const words = ['trade_fee_type', feeType ?? ''];
      if (feeType) expect(await say({ command: 'setting', words, reason: 'as agreed' })).toMatchObject({ isGood: true });
      await app?.pushTick('EURUSD', '1.1');
      return (await app?.call<FillReply>('/v2/api/forex/submit', fields, { token }))?.data.Order.TradeFee;
    };
    // 0.1 lots x 6; half a percent of a margin of 0.1 x 100,000 x 1.1 / 100.
    expect([await feeAfter(), await feeAfter('0'), await feeAfter('1')]).toEqual(['0.6', '0.55', '0.6']);
    expect(await say({ command: 'setting', words: ['trade_fee_type', '2'], reason: 'a slip' })).toMatchObject({
      isGood: false,
      lines: ['trade_fee_type: got "2", takes "0", "1"'],
    });
  });

  it('refuses names and values that do not exist, in one line that names what is allowed, and changes nothing', async () => {
    app = await startApp({ db: await openDatabase() });
    const cases: [string, string[], string][] = [
      ['setting', ['stop_out_level', '0'], 'stop_out_level: got "0", takes a number from 1 to 100'],
      ['setting', ['demo_balance', '1e9'], 'demo_balance: got "1e9"'],
      ['setting', ['theme_up', 'red'], 'theme_up: got "red", takes a colour'],
      ['setting', ['logo', '//evil.example/x.png'], 'logo: got "//evil.example/x.png"'],
      ['setting', ['timezone', 'Europe/Londn'], 'timezone: got "Europe/Londn"'],
      ['setting', ['nonsense', '1'], 'got "nonsense"'],
      ['setting', ['micro_durations', 'NOPE 30 0.8 10 100'], 'micro_durations: got "NOPE", takes the code of a product, or all'],
      ['setting', ['is_micro', '1'], 'takes a name of `settings`'],
      ['flag', ['is_micro', 'yes'], 'flag is_micro: got "yes", takes on or off'],
      ['flag', ['is_gold', 'on'], 'got "is_gold"'],
      ['product', ['EURUSD', 'shut'], 'got "shut", takes open or closed'],
      ['product', ['EURDEM', 'closed'], 'got "EURDEM"'],
      ['price', ['EURUSD', '1.1'], 'there is no command "price"'],
    ];
    const before = app.server.settings.all();
    for (const [command, words, line] of cases) {
      const said = await say({ command, words, reason: 'a slip' });
      expect(said, `${command} ${words.join(' ')}`).toMatchObject({ isGood: false, lines: [expect.stringContaining(line)] });
    }
    expect(app.server.settings.all()).toEqual(before);
    expect((await say({ command: 'audit' })).lines).toEqual([]);
  });

  it('S1-7.43 D9.311 micro trades that are on keep their terms, and without terms they are not switched on, whoever comes first', async () => {
    app = await startApp({ db: await openDatabase() });
    const micro = (state: string) => say({ command: 'flag', words: ['is_micro', state], reason: 'as agreed' });
    const durations = (rows: string) => say({ command: 'setting', words: ['micro_durations', rows], reason: 'as agreed' });
    const terms = () => ['is_micro', 'micro_durations'].map((name) => app?.server.settings.get(name));
    await micro('off');
    expect(await durations('')).toMatchObject({ isGood: true });
    const off = await micro('on');
    expect(off).toMatchObject({
      isGood: false,
      lines: [expect.stringMatching(/^is_micro: got "1", takes "0" while micro_durations is "", .*all 60 0\.8/)],
    });
    expect(terms()).toEqual(['0', '']);
    expect(await durations('all 60 0.8 10 1000')).toMatchObject({ isGood: true });
    expect(await micro('on')).toMatchObject({ isGood: true });
    for (const nothing of ['', ' ']) {
      const on = await durations(nothing);
      const line = `micro_durations: got "${nothing}" while is_micro is "1", takes rows such as "all 60 0.8 10 1000"`;
      expect(on).toMatchObject({ isGood: false, lines: [expect.stringContaining(line)] });
    }
    expect(await say({ command: 'setting', words: ['micro_amounts', ''], reason: 'a slip' })).toMatchObject({ isGood: false });
    expect(terms()).toEqual(['1', 'all 60 0.8 10 1000']);
    // Both at once: whichever is first, the other is told.
    await micro('off');
    const both = await Promise.all([micro('on'), durations('')]);
    expect(both.filter(({ isGood }) => isGood)).toHaveLength(1);
    expect([
      ['1', 'all 60 0.8 10 1000'],
      ['0', ''],
    ]).toContainEqual(terms());
  });

  it('closes a product to orders and opens it again', async () => {
    app = await startApp({ db: await openDatabase() });
    await app.pushTick('EURUSD', '1.1');
    const { token } = await app.demo();
    const fields = {
      forex_id: '1',
      type: '1',
      status: '1',
      multiple: '100',
      cont: '0.1',
      target_price: '0',
      stop_loss_price: '0',
      target_profit_price: '0',
    };
    expect(await say({ command: 'product', words: ['EURUSD', 'closed'], reason: 'the source is doubtful' })).toMatchObject({
      isGood: true,
    });
    expect((await app.call('/v2/api/forex/submit', fields, { token })).code).toBe(1101);
    await say({ command: 'product', words: ['EURUSD', 'open'], reason: 'the source is back' });
    expect((await app.call('/v2/api/forex/submit', fields, { token })).code).toBe(1);
  });

  it('D9.67 sets what a night costs, from the next tick on, with who and why in the audit, and refuses what is no rate', async () => {
    const db = await openDatabase();
    app = await startApp({ db });
    const words = ['EURUSD', '-0.00008', '0.00001', 'wed'];
    expect(await say({ command: 'financing', words })).toMatchObject({ isGood: false, lines: [expect.stringContaining('--reason')] });
    const set = { command: 'financing', words, reason: 'rates of the week' };
    expect(await say(set)).toMatchObject({ isGood: true });
    expect((await say(set)).lines).toEqual(['EURUSD: is -0.00008 0.00001 wed already']);
    expect((await say({ command: 'products' })).lines).toContain('EURUSD by its hours, financing -0.00008 0.00001 wed');
    expect((await say({ command: 'audit' })).lines).toEqual([
      expect.stringContaining('ada financing EURUSD: "0 0 none" to "-0.00008 0.00001 wed": rates of the week'),
    ]);
    await app.pushTick('EURUSD', '1.1');
    // The first of each came with the products.
    const all = await db.kysely
      .selectFrom('rule_change')
      .select(['rule', 'value', 'from_seq'])
      .where('product_id', '=', 1)
      .where('rule', 'like', 'financing%')
      .where('from_seq', '>', 0)
      .orderBy('from_seq')
      .orderBy('rule')
      .execute();
    const noted = all.slice(-3);
    expect(noted.map(({ rule, value }) => [rule, value])).toEqual([
      ['financing_long', '-8000'],
      ['financing_short', '1000'],
      ['financing_triple', '3'],
    ]);
    expect(new Set(noted.map(({ from_seq }) => from_seq)).size).toBe(1);
    const cases: [string[], string][] = [
      [['EURDEM', '0', '0', 'none'], 'got "EURDEM"'],
      [['EURUSD', '-0.02', '0', 'none'], 'financing EURUSD: long: got "-0.02", takes a share of the value a night from -0.01 to 0.01'],
      [
        ['EURUSD', '0.00008', '0.00003', 'none'],
        'financing EURUSD: long and short: got "0.00008" and "0.00003", which together may not be above 0',
      ],
      [['EURUSD', '0', '1e-4', 'none'], 'short: got "1e-4"'],
      [['EURUSD', '0', '', 'none'], 'short: got ""'],
      [['EURUSD', '0', '0', 'Wednesday'], 'triple day: got "Wednesday", takes sun, mon, tue, wed, thu, fri, sat or none'],
      [['EURUSD', '0', '0'], 'triple day: got ""'],
    ];
    for (const [wrong, line] of cases) {
      const said = await say({ command: 'financing', words: wrong, reason: 'a slip' });
      expect(said, wrong.join(' ')).toMatchObject({ isGood: false, lines: [expect.stringContaining(line)] });
    }
  });

  it('an act that changes nothing is no act', async () => {
    app = await startApp({ db: await openDatabase() });
    expect((await say({ command: 'setting', words: ['stop_out_level', '50'], reason: 'as it is' })).lines).toEqual([
      'stop_out_level: is "50" already',
    ]);
    expect((await say({ command: 'product', words: ['EURUSD', 'open'], reason: 'as it is' })).lines).toEqual(['EURUSD: is open already']);
    expect((await say({ command: 'audit' })).lines).toEqual([]);
    expect(await say({ command: 'settings', words: ['nope'] })).toMatchObject({ isGood: false });
  });

  it('two who act at once make one chain; a row that was changed breaks it', async () => {
    const db = await openDatabase();
    app = await startApp({ db });
    await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((actor) => say({ command: 'flag', words: ['is_show_mobile', 'on'], actor, reason: `by ${actor}` })),
    );
    expect(await say({ command: 'verify' })).toMatchObject({ isGood: true });
    const rows = await db.kysely.selectFrom('audit').selectAll().orderBy('id').execute();
    expect(rows.map((row) => row.prev_hash).slice(1)).toEqual(rows.map((row) => row.hash).slice(0, -1));
    await expect(db.transaction((trx) => trx.updateTable('audit').set({ actor: 'eve' }).execute())).rejects.toThrow(/can only grow/);
  });
});

it('asks for the key of DATA_DIR, and answers no page of a browser', async () => {
  app = await startApp();
  expect(await say({ command: 'settings' }, { [OPERATOR_KEY_HEADER]: 'guess' })).toMatchObject({ status: 401, isGood: false });
  expect(await say({ command: 'settings' }, { origin: 'http://localhost:8080' })).toMatchObject({ status: 403 });
  expect(await say({ command: 'settings' }, { host: 'evil.example' })).toMatchObject({ status: 403 });
  expect(await say({ command: 'settings', actor: 'a\nb' })).toMatchObject({ status: 400, lines: [expect.stringContaining('actor')] });
  expect(await say({ command: 'settings' })).toMatchObject({ status: 200, isGood: true });
});
