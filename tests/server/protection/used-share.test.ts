/** What is used up of a limit on oneself, as its person is shown it. */
import { expect, it } from 'vitest';
import { eachDatabase } from '../each-database.ts';
import { SMALL_BUY } from '../operations/small-buy.ts';
import { startApp } from '../start-app.ts';
import { ask, MICRO, ownerWithPrice, protectionOf, submit, submitPending } from './own-stage.ts';

eachDatabase('what is used up of a limit', (openDb) => {
  it('D9.309 what is shown as used is what a refusal counts: realised losses and what open positions have lost, never what they have gained', async () => {
    const app = await startApp({ db: await openDb() });
    const { token } = await ownerWithPrice(app);
    expect((await ask(app, 'own_limit', { kind: 'loss_day', value: '60' }, token)).code).toBe(1);
    const used = async () => (await protectionOf(app, token)).limits.find(({ kind }) => kind === 'loss_day')?.used;
    expect((await submit(app, token)).code).toBe(1);
    // The fee of a tenth of a lot.
    expect(await used()).toBe('0.6');
    await app.pushTick('EURUSD', '1.07945');
    expect(await used()).toBe('40.6');
    expect(await app.call('/v2/api/micro/submit', { ...MICRO, number: '30' }, { token })).toMatchObject({
      code: 1302,
      data: { field: 'loss_day', allowed: '19.4' },
    });
    await app.pushTick('EURUSD', '1.08945');
    expect(await used()).toBe('0.6');
    expect((await app.call('/v2/api/micro/submit', { ...MICRO, number: '30' }, { token })).code).toBe(1);
    await app.pushTick('EURUSD', '1.07945');
    expect(await used()).toBe('70.6');
    // A loss that is taken is no more and no less of one.
    expect((await app.call('/v2/api/forex/close_all', {}, { token })).code).toBe(1);
    expect(await used()).toBe('70.6');
    await app.close();
  });
});

eachDatabase('fees of orders that wait', (openDb) => {
  it('D9.392 are losses already: nobody asks again when they are filled, and what is cancelled costs nothing', async () => {
    const app = await startApp({ db: await openDb() });
    const { token } = await ownerWithPrice(app);
    expect((await ask(app, 'own_limit', { kind: 'loss_day', value: '0.91' }, token)).code).toBe(1);
    const used = async () => (await protectionOf(app, token)).limits.find(({ kind }) => kind === 'loss_day')?.used;
    expect((await submitPending(app, token)).code).toBe(1);
    expect(await used()).toBe('0.6');
    expect(await submitPending(app, token)).toMatchObject({ code: 1302, data: { field: 'loss_day', value: '0.6', allowed: '0.31' } });
    expect((await submit(app, token)).code).toBe(1302);
    // Filled it costs what it was counted for.
    await app.pushTick('EURUSD', '0.90000');
    expect((await app.call('/v2/api/forex/close_all', {}, { token })).code).toBe(1);
    expect(Number(await used())).toBeGreaterThanOrEqual(0.6);
    await app.close();
  });

  it('D9.392 of one that is cancelled nothing is used up', async () => {
    const app = await startApp({ db: await openDb() });
    const { token } = await ownerWithPrice(app);
    expect((await ask(app, 'own_limit', { kind: 'loss_day', value: '0.91' }, token)).code).toBe(1);
    expect((await submitPending(app, token)).code).toBe(1);
    expect((await app.call('/v2/api/forex/cancel_all', {}, { token })).code).toBe(1);
    expect((await submitPending(app, token)).code).toBe(1);
    await app.close();
  });
});

eachDatabase('what a person may not by their own will', (openDb) => {
  it('D9.238 D9.239 is said before what they could not pay: a limit of nothing, then a break', async () => {
    const app = await startApp({ db: await openDb() });
    const { token } = await ownerWithPrice(app);
    const dear = { ...SMALL_BUY, cont: '50' };
    const tries = async () => [
      await app.call('/v2/api/forex/submit', dear, { token }),
      await app.call('/v2/api/forex/submit', { ...dear, status: '0', target_price: '1.00000' }, { token }),
    ];
    for (const reply of await tries()) expect(reply.code).toBe(1301);
    expect((await ask(app, 'own_limit', { kind: 'turnover_day', value: '0' }, token)).code).toBe(1);
    for (const reply of await tries()) expect(reply).toMatchObject({ code: 1302, data: { field: 'turnover_day', allowed: '0' } });
    expect((await ask(app, 'cool_off', { days: '1' }, token)).code).toBe(1);
    for (const reply of await tries()) expect(reply).toMatchObject({ code: 1015, data: { until: expect.any(Number) } });
    await app.close();
  });
});
