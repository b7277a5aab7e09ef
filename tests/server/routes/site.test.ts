import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AreaRow, HomeNewsRow, MenuRow } from '#protocol/rest/site.ts';
import { putSetting } from '#server/repositories/site-repository.ts';
import { type StartedApp, startApp } from '../start-app.ts';

let app: StartedApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

describe('what a page needs before anybody logs in', () => {
  it('S1-7.28 getBasicInfo is a flat object of texts with the demo switched on', async () => {
    const { code, data } = await app.call<Record<string, string>>('/api/basicSet/getBasicInfo');
    expect(code).toBe(1);
    expect(Object.values(data).every((value) => typeof value === 'string')).toBe(true);
    expect(data).toMatchObject({
      is_mock_login: '1',
      is_dark_mode: '1',
      trade_fee_type: '1',
      currency: 'USD',
      ws_profiles: 'trade.v2.json,trade.v2.msgpack',
    });
  });

  it('D9.10 offers nothing whose screen does not exist', async () => {
    const { data } = await app.call<Record<string, string>>('/api/basicSet/getBasicInfo');
    expect(data).toMatchObject({ is_home_balance_recharge: '0', is_home_balance_withdraw: '0', is_internal_message: '0', is_micro: '1' });
    const { data: menu } = await app.call<MenuRow[]>('/api/menu');
    const screens = ['/', '/trade', '/order', '/user', '/product', '/login', '/mine/email', '/mine/invite'];
    expect(menu.filter((row) => row.group !== 'home_block').every((row) => screens.includes(row.path))).toBe(true);
  });

  it('S1-7.28 setting answers the value itself, an unknown key is 1004', async () => {
    expect((await app.call('/api/default/setting', { key: 'is_show_mobile' })).data).toBe('0');
    expect((await app.call('/api/default/setting', { key: 'no_such_key' })).code).toBe(1004);
    const refused = await app.call('/api/default/setting', { key: 'Not A Key' });
    expect(refused).toMatchObject({ code: 1001, data: { field: 'key', value: 'Not A Key' } });
    expect((await app.call('/api/default/setting')).data).toMatchObject({ field: 'key', allowed: 'key is required' });
  });

  it('S1-3.26 S1-7.28 menu rows have group, title, path, icon, is_mobile and the demo marker; home blocks in their order', async () => {
    const { data } = await app.call<MenuRow[]>('/api/menu');
    for (const row of data) {
      expect(Object.keys(row).sort()).toEqual(['allow_demo', 'group', 'icon', 'id', 'is_mobile', 'path', 'sort', 'title']);
      expect(row.title).not.toBe('');
      expect(['0', '1']).toContain(row.is_mobile);
    }
    const blocks = data.filter((row) => row.group === 'home_block').map((row) => row.path);
    expect(blocks).toEqual(['search', 'news', 'balance', 'strip', 'quick', 'category', 'list']);
    expect(data.some((row) => row.group === 'user_menu')).toBe(true);
  });

  it('S1-7.17 area_list has +001, names in the asked language, and no country without service', async () => {
    const { data } = await app.call<AreaRow[]>('/api/default/area_list', {}, { lang: 'de' });
    expect(data.find((row) => row.global_code === '+001')).toMatchObject({ code: 'US', name: 'Vereinigte Staaten' });
    for (const code of ['KP', 'IL', 'CN', 'VU', 'CU']) expect(data.find((row) => row.code === code)).toBeUndefined();
    expect(data.length).toBeGreaterThan(150);
  });

  it('S2-7.58 homeList has at least five honest titles, in every language', async () => {
    const { data } = await app.call<HomeNewsRow[]>('/api/news/homeList');
    expect(data.length).toBeGreaterThanOrEqual(5);
    expect(data.length).toBeLessThanOrEqual(10);
    expect(data.every((row) => row.title.length > 10)).toBe(true);
    const other = await app.call<HomeNewsRow[]>('/api/news/homeList', {}, { lang: 'jp' });
    expect(other.data.length).toBe(data.length);
  });

  it('S1-2.118 D1.5.06 without is_mock_login nobody makes a demo account and nobody enters one; with it they do again', async () => {
    const { demoId } = await app.demo();
    const made = await app.count('user');
    const enter = () => app.call('/api/user/loginDemoForU', { demo_id: demoId }, { method: 'POST' });
    const change = async (value: string) => {
      await app.db.transaction((trx) => putSetting(trx, 'is_mock_login', value));
      await app.server.settings.refresh();
    };
    await change('0');
    expect([(await app.call('/api/user/createAccountDemoForU')).code, (await enter()).code]).toEqual([1008, 1008]);
    expect(await app.count('user')).toBe(made);
    await change('1');
    expect([(await app.call('/api/user/createAccountDemoForU')).code, (await enter()).code]).toEqual([1, 1]);
  });

  it('an operator changes a setting and it is served within seconds, without a restart', async () => {
    await app.db.transaction((trx) => putSetting(trx, 'is_dark_mode', '0'));
    await app.clock.advance(5_000);
    expect((await app.call('/api/default/setting', { key: 'is_dark_mode' })).data).toBe('0');
  });
});
