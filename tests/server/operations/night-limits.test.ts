/** What an operator may set for the nights of a product, beside the stop-out level and what an order is charged. */
import { afterEach, expect, it } from 'vitest';
import { eachDatabase } from '../each-database.ts';
import { type StartedApp, startApp } from '../start-app.ts';
import { type Call, type Said, sayTo } from './say-to.ts';

let app: StartedApp | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

const say = (call: Call): Promise<Said> => sayTo(app as StartedApp, call);

eachDatabase('the nights that an operator sets', (openDatabase) => {
  it('D9.93 refuses a night that an account could not pay, with the largest rate that it could, and a stop-out level too low for the nights there are', async () => {
    app = await startApp({ db: await openDatabase() });
    const change = (command: string, ...words: string[]) => say({ command, words, reason: 'rates of the week' });
    // EURUSD has 1:500; the stop-out level is 50.
    const refusals: [string[], string][] = [
      [
        ['EURUSD', '-0.0007', '0.0007', 'none'],
        'financing EURUSD: long: got "-0.0007", takes -0.0003 or more: at 1:500 an account that is near the stop-out level of 50 %',
      ],
      [['EURUSD', '0.0001', '-0.00010001', 'wed'], 'financing EURUSD: short: got "-0.00010001", takes -0.0001 or more: at 1:500'],
      [['XAUUSD', '-0.0012', '0', 'wed'], 'financing XAUUSD: long: got "-0.0012", takes -0.00116666 or more: at 1:100'],
    ];
    for (const [words, line] of refusals) {
      expect(await change('financing', ...words), words.join(' ')).toMatchObject({ isGood: false, lines: [expect.stringContaining(line)] });
    }
    expect((await say({ command: 'audit' })).lines).toEqual([]);
    expect(await change('financing', 'EURUSD', '-0.0001', '0.00001', 'wed')).toMatchObject({ isGood: true });
    expect(await change('setting', 'stop_out_level', '49.99')).toMatchObject({
      isGood: false,
      lines: ['stop_out_level: got "49.99", takes 50 or more while the nights of EURUSD are "-0.0001 0.00001 wed"'],
    });
    expect(await change('setting', 'stop_out_level', '80')).toMatchObject({ isGood: true });
    expect(await change('setting', 'stop_out_level', '50')).toMatchObject({ isGood: true });
    expect(await change('financing', 'EURUSD', '0', '0', 'none')).toMatchObject({ isGood: true });
    expect(await change('setting', 'stop_out_level', '10')).toMatchObject({ isGood: true });
    expect(await change('financing', 'EURUSD', '-0.00000001', '0', 'none')).toMatchObject({
      lines: [expect.stringContaining('got "-0.00000001", takes 0 or more')],
    });
  });

  it('D9.285 refuses a night that brings more than an order costs, and a way of charging by which the nights that there are would', async () => {
    app = await startApp({ db: await openDatabase() });
    const change = (command: string, ...words: string[]) => say({ command, words, reason: 'rates of the week' });
    await app.pushTick('EURUSD', '1.08');
    const refusals: [string[], string][] = [
      [
        ['EURUSD', '-0.00008', '0.00001482', 'wed'],
        'financing EURUSD: short: got "0.00001482", takes 0.00001481 or less: a triple night that brings more than an order costs',
      ],
      [['EURUSD', '0.00004445', '-0.0001', 'none'], 'financing EURUSD: long: got "0.00004445", takes 0.00004444 or less: a night that'],
    ];
    for (const [words, line] of refusals) {
      expect(await change('financing', ...words), words.join(' ')).toMatchObject({ isGood: false, lines: [expect.stringContaining(line)] });
    }
    expect((await say({ command: 'audit' })).lines).toEqual([]);
    expect(await change('financing', 'EURUSD', '-0.0001', '0.00001481', 'wed')).toMatchObject({ isGood: true });
    expect(await change('setting', 'trade_fee_type', '0')).toMatchObject({
      isGood: false,
      lines: [
        'trade_fee_type: got "0", does not go with the nights of EURUSD, "-0.0001 0.00001481 wed": they may bring 0.00000266 at most by it',
      ],
    });
    expect(await change('financing', 'EURUSD', '-0.0001', '0.00000266', 'wed')).toMatchObject({ isGood: true });
    expect(await change('setting', 'trade_fee_type', '0')).toMatchObject({ isGood: true });
    expect(await change('financing', 'EURUSD', '-0.0001', '0.00000267', 'wed')).toMatchObject({ isGood: false });
  });

  it('D9.93 counts on the newest price where the price is the leverage', async () => {
    app = await startApp({ db: await openDatabase() });
    const oil = app.server.catalogue.products().find(({ marginMode }) => marginMode === 1);
    if (!oil) throw new Error('no product of MarginMode 1');
    const ask = () => say({ command: 'financing', words: [oil.code, '-0.01', '0', 'wed'], reason: 'rates of the week' });
    await app.pushTick(oil.code, '50');
    expect((await ask()).lines[0]).toContain('takes -0.0025 or more: at 1:50 ');
    await app.pushTick(oil.code, '80');
    expect((await ask()).lines[0]).toContain('takes -0.0015 or more: at 1:80 ');
  });

  it('D9.93 of two acts that are fine by themselves and not together one is refused', async () => {
    app = await startApp({ db: await openDatabase() });
    const both = await Promise.all([
      say({ command: 'financing', words: ['EURUSD', '-0.0001', '0', 'wed'], reason: 'rates of the week' }),
      say({ command: 'setting', words: ['stop_out_level', '40'], reason: 'a calm week' }),
    ]);
    expect(both.filter(({ isGood }) => isGood)).toHaveLength(1);
  });

  it('D9.93 says that the nights of a product that is closed go on', async () => {
    app = await startApp({ db: await openDatabase() });
    const change = (command: string, ...words: string[]) => say({ command, words, reason: 'the source is doubtful' });
    expect((await change('product', 'EURUSD', 'closed')).lines).toHaveLength(1);
    await change('product', 'EURUSD', 'open');
    await change('financing', 'EURUSD', '-0.00008', '0', 'none');
    expect((await change('product', 'EURUSD', 'closed')).lines[1]).toContain('its nights go on at "-0.00008 0 none"');
    expect((await change('product', 'EURUSD', 'open')).lines).toHaveLength(1);
  });
});
