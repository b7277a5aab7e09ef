import { describe, expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import type { AlertTerms, FiredAlert, PriceAlert } from '#domain/price-alert.ts';
import * as wire from '#protocol/alert-wire.ts';
import { parseSocket } from '#protocol/parse-socket.ts';

const PRODUCT = { id: 1, code: 'EURUSD', showCode: 'EUR/USD', pricePrecision: 5 };
const ABOVE: PriceAlert = {
  ...{ id: 7, productId: 1, code: 'EURUSD', kind: 'above', price: decimal('1.09'), percent: undefined, windowS: undefined },
  ...{ repeat: 'every', state: 'resting', createdMs: 1_772_618_400_000 },
};
const MOVE: PriceAlert = { ...ABOVE, id: 8, kind: 'move', price: undefined, percent: decimal('0.25'), windowS: 300, state: 'waiting' };
const FIRED: FiredAlert = {
  ...{ id: 3, alertId: 8, productId: 1, code: 'EURUSD', kind: 'move', percent: decimal('0.25'), windowS: 300, repeat: 'once' },
  ...{ price: decimal('1.0827'), level: undefined, from: decimal('1.08'), atMs: 1_772_618_400_123, seq: 99 },
};

describe('alerts on the wire', () => {
  it.each([
    ['above', ABOVE],
    ['move', MOVE],
  ])('one that waits for %s goes there and back', (_kind, alert) => {
    expect(wire.alertFromWire(JSON.parse(JSON.stringify(wire.alertToWire(alert, PRODUCT))))).toEqual(alert);
  });

  it('one that fired goes there and back, in the list and as an event with its number', () => {
    const row: unknown = JSON.parse(JSON.stringify(wire.firedAlertToWire(FIRED, PRODUCT)));
    expect(wire.firedAlertFromWire(row)).toEqual(FIRED);
    const frame = JSON.stringify({ type: 'ALERT', data: row, seq: 12, uid: '10000001', t: 5 });
    expect(parseSocket(frame).messages).toEqual([{ kind: 'alert', row, seq: 12, uid: '10000001', atMs: 5 }]);
  });

  it('leaves out what is no alert and says it', () => {
    const said: string[] = [];
    const good = wire.alertToWire(ABOVE, PRODUCT);
    const data = [
      good,
      null,
      { ...good, Kind: 'beside' },
      { ...good, Price: undefined },
      { ...good, Id: 0 },
      { ...good, ForexTradeList: {} },
    ];
    const page = wire.alertPageFromWire({ data, total: 6 }, wire.alertFromWire, (text) => said.push(text));
    expect(page).toEqual({ rows: [ABOVE], total: 6 });
    expect(said).toHaveLength(5);
  });

  it('what is asked for is what the server reads, and an edit changes only what it names', () => {
    const { kind, price, percent, windowS, repeat, productId } = ABOVE;
    const terms: AlertTerms = { kind, price, percent, windowS, repeat, productId };
    const fields = wire.newAlertToWire(terms);
    expect(fields).toEqual({ forex_id: '1', kind: 'above', price: '1.09', repeat: 'every' });
    expect(wire.askedAlertFromWire({ ...fields, repeat: 'every' })).toEqual(terms);
    const edit = wire.alertEditToWire(7, { kind: 'below', price: decimal('1.07') });
    expect(edit).toEqual({ id: '7', kind: 'below', price: '1.07' });
    expect(wire.editedTermsFromWire(terms, edit)).toEqual({ ...terms, kind: 'below', price: decimal('1.07') });
  });

  it('D9.171 what a person did to an alert is no alert that fired, and the other way round', () => {
    const change = wire.alertChangeToWire(7, 'deleted');
    expect(change).toEqual({ AlertId: 7, Change: 'deleted' });
    const fired = wire.firedAlertToWire(FIRED, PRODUCT);
    expect([change, fired, null, 'deleted', { Change: 1 }].map(wire.isAlertChangeOnWire)).toEqual([true, false, false, false, false]);
    expect(wire.firedAlertFromWire(change)).toBeUndefined();
  });

  it('a refusal names the field that a person filled in, or says that there are as many as there may be', () => {
    expect([{ field: 'id' }, { field: 'price' }, null].map(wire.isFullOfAlertsFromWire)).toEqual([true, false, false]);
    expect(wire.refusedAlertFieldFromWire({ field: 'window_s', value: '61', allowed: '60, 300' })).toBe('windowS');
    expect(wire.refusedAlertFieldFromWire({ field: 'client_id', value: '', allowed: '' })).toBeUndefined();
  });
});
