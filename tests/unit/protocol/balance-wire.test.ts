import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { AccountType } from '#domain/account.ts';
import { decimal } from '#domain/decimal.ts';
import { accountToWire, balanceFromWire, balancesFromWire, balanceToWire } from '#protocol/balance-wire.ts';
import { NumberedBalances } from '#protocol/rest/numbered-balances.ts';
import { AccountRow } from '#protocol/rest/user.ts';

const OWN = { type: 'forex', balance: decimal('9891.055'), locked: decimal('108.345'), deficit: decimal('0.00000001') } as const;

describe('a balance on the wire', () => {
  it.each([
    ['forex', 1],
    ['micro', 2],
    ['change', 3],
    ['demo', 9],
  ] satisfies [AccountType, number][])('D1.3.13: %s is account %i of getBalance, and comes back as it was', (type, number) => {
    const row = accountToWire({ ...OWN, type });
    expect(v.parse(AccountRow, row)).toEqual(row);
    expect(JSON.stringify(row)).toBe(
      `{"type":"${type}","balance":"9891.055","lockBalance":"108.345","deficit":"0.00000001","accountTypeId":${number},"currencyId":1}`,
    );
    expect(balanceFromWire(row)).toEqual({ ...OWN, type });
  });

  it('D9.79: of an event, and beside a money reply, has four fields', () => {
    const row = balanceToWire(OWN);
    expect(v.is(NumberedBalances, { epoch: 'e', seq: 1, balances: [row] })).toBe(true);
    expect(Object.keys(row)).toEqual(['type', 'balance', 'lockBalance', 'deficit']);
    expect(balanceFromWire(row)).toEqual(OWN);
  });

  it('D1.3.13: another back end may send numbers, and need not say what is neither locked nor owed', () => {
    expect(balanceFromWire({ type: 'spot', balance: 12.5 })).toEqual({ type: 'spot', balance: decimal('12.5'), locked: 0n, deficit: 0n });
    expect(balanceFromWire({ type: 'spot', balance: '1', lockBalance: null })?.locked).toBe(0n);
  });

  it.each([
    null,
    'row',
    [],
    { balance: '1' },
    { type: 'forex' },
    { type: 'forex', balance: '1e5' },
    { type: 'forex', balance: '1', lockBalance: 'some' },
    { type: 'x'.repeat(17), balance: '1' },
  ])('%j is none', (row) => {
    expect(balanceFromWire(row)).toBeUndefined();
    expect(balancesFromWire([row, balanceToWire(OWN)])).toEqual([OWN]);
  });

  it('a list that is none is empty', () => {
    for (const none of [undefined, null, {}, 'list']) expect(balancesFromWire(none)).toEqual([]);
  });
});
