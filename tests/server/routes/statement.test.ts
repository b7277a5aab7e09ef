/** The log of an account in pages, and as a statement: complete, in order, with a balance that adds up, and harmless in a spreadsheet. */
import { afterEach, describe, expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import type { ForexChangeReply, LogRow } from '#protocol/rest/account.ts';
import { setFinancing } from '#server/repositories/product-repository.ts';
import { csvCell, escapeHtml, statementFile } from '#server/routes/statement-format.ts';
import { openStage, PATH, type Stage } from './contract-orders-stage.ts';

let at: Stage | undefined;
afterEach(async () => {
  await at?.close();
  at = undefined;
});

/** A stage on which orders were opened, closed in parts and cancelled. */
async function traded(orders: number): Promise<Stage> {
  const stage = await openStage();
  at = stage;
  await stage.pushTick('EURUSD', '1.08345');
  for (let count = 0; count < orders; count++) {
    const { Id } = await stage.order(PATH.submit, stage.market({ cont: '0.3' }));
    await stage.order(PATH.close, { id: String(Id), cont: '0.1' });
    await stage.order(PATH.close, { id: String(Id) });
    const waiting = await stage.order(PATH.submit, stage.pending());
    await stage.order(PATH.cancel, { id: String(waiting.Id) });
  }
  return stage;
}

async function file(stage: Stage, query: Record<string, string>): Promise<{ text: string; headers: Record<string, unknown> }> {
  const reply = await stage.app.inject({
    url: `${PATH.statement}?${new URLSearchParams(query)}`,
    headers: { authorization: stage.anna.token },
  });
  expect(reply.statusCode).toBe(200);
  return { text: reply.payload, headers: reply.headers };
}
const lines = (text: string): string[][] =>
  text
    .replace(/^\ufeff/, '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));

describe('the account log', () => {
  it('S1-7.47: pages 1 to n give all rows once, newest first, and total is right', async () => {
    const stage = await traded(4);
    const pages: LogRow[] = [];
    let total = 0;
    for (let page = 1; page <= 9; page++) {
      const { data } = await stage.call<ForexChangeReply>(PATH.log, { page: String(page), type: '9' }, { token: stage.anna.token });
      pages.push(...data.list);
      total = data.total;
    }
    // Grant; per round margin and fee, twice margin back (no profit at the same price), lock and release.
    expect(total).toBe(1 + 4 * 6);
    expect(pages.length).toBe(total);
    expect(new Set(pages.map((row) => row.Id)).size).toBe(total);
    expect(pages.map((row) => row.Id)).toEqual(pages.map((row) => row.Id).sort((a, b) => b - a));
    const last = pages.at(-1) as LogRow;
    expect(last).toMatchObject({ Value: '10000', Type: 10, Memo: 'Opening balance of the demo account', BalanceAfter: '10000' });
    expect(pages.find((row) => row.Type === 6)).toMatchObject({ Value: '-1.8', MemoTran: expect.stringMatching(/^Fee of order \d+$/) });
  });

  it('D9.67: a night stands in the log, in both files of the statement and on its order, each with its words and its sum', async () => {
    const stage = await openStage({ startMs: Date.UTC(2026, 2, 4, 21, 59, 50) });
    at = stage;
    const terms = { long: decimal('-0.00008'), short: 0n, triple: -1 };
    await stage.db.transaction((trx) => setFinancing(trx, Number(stage.idOf('EURUSD')), terms));
    await stage.pushTick('EURUSD', '1.1');
    const { Id } = await stage.order(PATH.submit, stage.market({ cont: '0.3' }));
    await stage.clock.advance(10_000);
    await stage.pushTick('EURUSD', '1.2');
    // 30,000 x 1.1 x -0.00008: at the price before 22:00.
    await expect.poll(async () => (await stage.list('1')).data[0]?.Financing).toBe('-2.64');
    const { data } = await stage.call<ForexChangeReply>(PATH.log, {}, { token: stage.anna.token });
    const [night, fee] = data.list;
    expect(night).toMatchObject({ Value: '-2.64', Type: 15, MemoTran: `Overnight financing of order ${Id}`, RefId: String(Id) });
    expect(night?.CreatedAtTran).toBe('2026-03-04 22:00:00');
    expect(Number(night?.BalanceAfter)).toBeCloseTo(Number(fee?.BalanceAfter) - 2.64, 8);
    const csv = lines((await file(stage, { format: 'csv' })).text);
    expect(csv.at(-2)).toEqual(['2026-03-04 22:00:00', `Overnight financing of order ${Id}`, String(Id), '-2.64', night?.BalanceAfter]);
    expect((await file(stage, { format: 'html' })).text).toContain(`Overnight financing of order ${Id}`);
  });

  it('shows nobody else, and nothing of an account that the person does not have', async () => {
    const stage = await traded(1);
    const { data } = await stage.call<ForexChangeReply>(PATH.log, {}, { token: stage.bob.token });
    expect(data.list.map((row) => row.Type)).toEqual([10]);
    expect((await stage.call<ForexChangeReply>(PATH.log, { type: 'forex' }, { token: stage.anna.token })).data).toEqual({
      list: [],
      total: 0,
    });
  });
});

it('D1.3.16 D1.4.04: a loss beyond the cash is in the log as it was booked and as the house forgave it, and every line adds up', async () => {
  const stage = await openStage();
  at = stage;
  await stage.pushTick('EURUSD', '1.1');
  await stage.order(PATH.submit, stage.market({ cont: '40', multiple: '500' }));
  await stage.pushTick('EURUSD', '1.09');
  await stage.server.trading.caughtUp();
  const { data } = await stage.call<ForexChangeReply>(PATH.log, { limit: '50' }, { token: stage.anna.token });
  const deficits = data.list.filter((row) => row.Type === 14);
  expect(deficits.map((row) => row.MemoTran)).toEqual([
    'Loss beyond the balance, paid by the house',
    expect.stringMatching(/^Loss of order \d+ beyond the balance$/),
  ]);
  expect(Number(deficits[0]?.Value)).toBe(-Number(deficits[1]?.Value));
  const rows = [...data.list].reverse();
  for (const [place, row] of rows.entries()) {
    const before = place === 0 ? 0 : Number(rows[place - 1]?.BalanceAfter);
    expect(Number(row.BalanceAfter)).toBeCloseTo(before + Number(row.Value), 6);
  }
  expect(rows.at(-1)?.BalanceAfter).toBe('0');
});

describe('a statement', () => {
  it('as CSV has every entry in order, and the balance of each line is the one before plus its amount', async () => {
    const stage = await traded(120);
    const { text, headers } = await file(stage, {});
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toMatch(/^attachment; filename="statement-\d+\.csv"$/);
    expect(headers['cache-control']).toBe('no-store');
    const [head, opening, ...entries] = lines(text);
    const closing = entries.pop();
    expect(head).toEqual(['Time (GMT)', 'Description', 'Order', 'Amount', 'Balance']);
    expect(opening?.at(-1)).toBe('0');
    expect(entries.length).toBe(1 + 120 * 6);
    let balance = 0n;
    const units = (decimal = '') => BigInt(Math.round(Number(decimal) * 1e6));
    for (const [, , , amount, after] of entries) {
      balance += units(amount);
      expect(units(after)).toBe(balance);
    }
    expect(units(closing?.at(-1))).toBe(balance);
    const wallet = await stage.call<[{ balance: string }]>('/v2/api/main/wallet/getBalance', {}, { token: stage.anna.token });
    expect(closing?.at(-1)).toBe(wallet.data[0].balance);
  });

  it('of a period begins with the balance before it', async () => {
    const stage = await traded(1);
    stage.clock.jump(86_400_000);
    await stage.pushTick('EURUSD', '1.08345');
    await stage.order(PATH.submit, stage.market());
    const midnight = Date.UTC(2026, 2, 5) / 1_000;
    const { text } = await file(stage, { startTime: String(midnight), endTime: String(midnight + 86_400) });
    const [, opening, ...entries] = lines(text);
    expect(opening?.at(-1)).toBe('9998.2');
    expect(entries.map((line) => line[3])).toEqual(['-108.345', '-0.6', '']);
  });

  it('as a page prints under our own policy: no script, no style, every text escaped', async () => {
    const stage = await traded(2);
    const { text, headers } = await file(stage, { format: 'html' });
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(text).toMatch(/^<!doctype html>/);
    expect(text).not.toMatch(/<script|<style|style=|\bon\w+=/i);
    expect(text.match(/<tr><td>/g)?.length).toBe(1 + 2 * 6 + 2);
    expect(text.trim().endsWith('</html>')).toBe(true);
  });

  it('has no cell that a spreadsheet would run', async () => {
    for (const start of ['=', '+', '-', '@', '\t', '\r']) {
      expect(csvCell(`${start}1+1`).replace(/^"/, '').startsWith("'")).toBe(true);
      expect(csvCell(`${start}HYPERLINK("x")`).replace(/^"/, '').startsWith("'")).toBe(true);
    }
    // Amounts are decimals, and stay numbers.
    expect([csvCell('-12.5'), csvCell('-0'), csvCell('12'), csvCell('-1-1')]).toEqual(['-12.5', '-0', '12', "'-1-1"]);
    expect(csvCell('a"b,c')).toBe('"a""b,c"');
    expect(escapeHtml(`<img src=x onerror="a('b')">&`)).toBe('&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt;&amp;');
    const head = { title: '<b>', lang: 'en', facts: [['a', '<i>']] as const, columns: ['=x'] };
    const rows = (async function* () {
      yield ['=cmd', '<script>'];
    })();
    let csv = '';
    for await (const part of statementFile('csv', head, rows)) csv += part;
    expect(csv).toBe("\ufeff'=x\r\n'=cmd,<script>\r\n");
  });
});
