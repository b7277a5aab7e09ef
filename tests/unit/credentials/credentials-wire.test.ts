import { describe, expect, it } from 'vitest';
import { refusedCredential } from '#protocol/credentials-wire.ts';
import { CallError } from '#rest/call-error.ts';
import { changePassword, register, resetPassword, sendCode, setPayPassword } from '#rest/credentials.ts';
import type { Request } from '#rest/request.ts';
import { nameFieldOf, refusedField } from '#ui/credentials/refused-field.ts';

/** A request layer that keeps what it is asked. */
function recorder(reply: unknown = null) {
  const asked: { path: string; body: string; fields: object }[] = [];
  const request = {
    call: async ({ path, body }: { path: string; body: string }, fields: object) => {
      asked.push({ path, body, fields: JSON.parse(JSON.stringify(fields)) });
      return reply;
    },
  } as unknown as Request;
  return { request, asked };
}

describe('what is sent', () => {
  it('D1.5.04 S1-7.14 a registration has the fields of the specification; what is not asked for is absent', async () => {
    const { request, asked } = recorder();
    const base = { kind: 'phone', account: '+0015551234', number: '5551234', areaId: '1', password: 'p', repeat: 'r' } as const;
    await register(request, { ...base, payPassword: '246810', invite: 'ABC', proof: { id: 'picture', answer: 'x7k' }, device: 'd' });
    await register(request, { ...base, payPassword: '', invite: '', proof: { id: '', answer: '' } });
    expect(asked.map(({ path, body }) => [path, body])).toEqual(Array.from({ length: 2 }, () => ['/api/user/register', 'form']));
    const common = { type: 'phone', account: '+0015551234', mobile: '5551234', area_id: '1', password: 'p', re_password: 'r' };
    expect(asked.map(({ fields }) => fields)).toEqual([
      { ...common, pay_password: '246810', invite_code: 'ABC', sms_code: 'x7k', key: 'picture', device: 'd' },
      common,
    ]);
  });

  it('D1.7.03 D0.13 S1-7.15 a code is asked for as JSON of to, area_id and type; the answer may say how long to wait', async () => {
    const { request, asked } = recorder({ wait_s: 90 });
    expect(await sendCode(request, 'register', { kind: 'email', to: 'ann@example.com', areaId: '11' })).toBe(90);
    await sendCode(request, 'reset', { kind: 'phone', to: '5551234', areaId: '1' });
    await sendCode(request, 'change', { kind: 'phone', to: '5551234', areaId: '1' });
    expect(asked).toEqual([
      { path: '/api/notify/send_email', body: 'json', fields: { to: 'ann@example.com', area_id: 11, type: 1 } },
      { path: '/api/notify/send_sms', body: 'json', fields: { to: '5551234', area_id: 1, type: 2 } },
      { path: '/api/notify/send_sms', body: 'json', fields: { to: '5551234', area_id: 1, type: 3 } },
    ]);
    const other = recorder();
    expect(await sendCode(other.request, 'reset', { kind: 'email', to: 'a@b', areaId: '' })).toBeUndefined();
    expect(other.asked[0]?.fields, 'D0.13: no id is no field').toEqual({ to: 'a@b', type: 2 });
  });

  it('S1-7.18 S1-7.19 D0.06 passwords go out as JSON, under the names of their calls', async () => {
    const { request, asked } = recorder({ locked_until: 5 });
    await resetPassword(request, { email: 'ann@example.com', password: 'new', repeat: 'new', code: '123456' });
    expect(await changePassword(request, { kind: 'email', password: 'new', current: 'old', code: '', factor: '' })).toBe(5);
    expect(await setPayPassword(request, { payPassword: '246810', current: 'old', factor: '' })).toBe(5);
    await changePassword(request, { kind: 'email', password: 'new', current: 'old', code: '', factor: '654321' });
    await setPayPassword(request, { payPassword: '246810', current: 'old', factor: 'ABCDE-FGH23' });
    expect([...new Set(asked.map(({ body }) => body))]).toEqual(['json']);
    expect(asked.map(({ path, fields }) => [path, fields])).toEqual([
      [
        '/api/user/forget_password',
        { type: 'email', account: 'ann@example.com', new_password: 'new', secondary_password: 'new', auth_code: '123456' },
      ],
      ['/api/user/amend_password', { type: 'email', new_password: 'new', password: 'old', auth_code: '' }],
      ['/api/user/amend_pay_password', { password: '246810', current: 'old' }],
      ['/api/user/amend_password', { type: 'email', new_password: 'new', password: 'old', auth_code: '', factor: '654321' }],
      ['/api/user/amend_pay_password', { password: '246810', current: 'old', factor: 'ABCDE-FGH23' }],
    ]);
  });
});

describe('what is refused', () => {
  it('stands at the field that it is about: password means another one in each call', () => {
    const of = (call: Parameters<typeof refusedCredential>[0], field: unknown) => refusedCredential(call, { field });
    expect([of('register', 'password'), of('amend', 'password'), of('amendPay', 'password'), of('amend', 'new_password')]).toEqual([
      'password',
      'current',
      'payPassword',
      'password',
    ]);
    expect([of('register', 'nothing'), of('register', 'toString'), of('forget', 7), refusedCredential('register', null)]).toEqual(
      Array.from({ length: 4 }, () => undefined),
    );
  });

  it('or where its code says', () => {
    const at = (code: number | string, data?: unknown) => refusedField('register', new CallError(code, 'no', data));
    expect([1011, 1012, 1013, 1007, 1014, 1016, 1017, 1003, 'ERR_NETWORK'].map((code) => at(code))).toEqual([
      'code',
      'code',
      'account',
      'area',
      'current',
      'factor',
      'factor',
      undefined,
      undefined,
    ]);
    expect([at(1001, { field: 're_password' }), at(1001), refusedField('register', new TypeError('x'))]).toEqual([
      'repeat',
      undefined,
      undefined,
    ]);
    expect([nameFieldOf('email', 'account'), nameFieldOf('email', 'area'), nameFieldOf('phone', 'area')]).toEqual([
      'email',
      'country',
      'number',
    ]);
  });
});
