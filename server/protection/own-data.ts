/**
 * Everything that is kept about a person as one JSON text, written while it is read: a page of rows at a time, so that neither the loop nor the
 * memory holds a whole life of trades. Amounts are decimals, times unix ms. No password, code, key or token is in it, nor any photo, which
 * has a link of its own under real-name verification.
 */
import { formatDecimal } from '#domain/decimal.ts';
import { formOf } from '../identity/encrypted-details.ts';
import {
  entriesOf,
  ownAccounts,
  ownActs,
  ownAlerts,
  ownIdentities,
  ownLists,
  ownSessionRows,
} from '../repositories/own-data-repository.ts';
import { ownLimitsOf } from '../repositories/own-limit-repository.ts';
import type { Sql, UserRecord } from '../repositories/user-repository.ts';
import type { InstallationKey } from '../secrets/installation-key.ts';
import { limitText } from './used-of-limits.ts';

/** Rows of one statement, and of one list; a longer list says that it was cut. */
const PAGE = 500;
const LIST_ROWS_MAX = 100_000;

const json = (value: unknown): string => JSON.stringify(value, (_name, part) => (typeof part === 'bigint' ? formatDecimal(part) : part));

const personOf = (user: UserRecord) => {
  const { password_hash, pay_password_hash, demo_id_hash, ...shown } = user;
  return { ...shown, has_password: password_hash !== null, has_pay_password: pay_password_hash !== null, is_demo: demo_id_hash !== null };
};

type ReadPage = (afterId: number, limit: number) => Promise<readonly { id: number }[]>;

async function* listText(name: string, page: ReadPage): AsyncGenerator<string> {
  yield `,\n${json(name)}: [`;
  let count = 0;
  for (let afterId = 0; ; ) {
    const rows = await page(afterId, PAGE);
    if (rows.length > 0) yield `${count === 0 ? '' : ','}\n${rows.map(json).join(',\n')}`;
    count += rows.length;
    afterId = rows.at(-1)?.id ?? afterId;
    if (rows.length < PAGE || count >= LIST_ROWS_MAX) break;
  }
  yield `]${count >= LIST_ROWS_MAX ? `,\n${json(`${name}_cut_after`)}: ${count}` : ''}`;
}

/** `at`: when it was made, unix ms. */
export async function* ownData(sql: Sql, key: InstallationKey, user: UserRecord, at: number): AsyncGenerator<string> {
  const limits = [...(await ownLimitsOf(sql, user.id))].map(([kind, limit]) => ({
    ...{ kind, value: limit.bound === undefined ? '' : limitText(kind, limit.bound) },
    ...{ next: limit.next === undefined ? '' : limitText(kind, limit.next), next_at: limit.nextAtMs },
  }));
  const identities = (await ownIdentities(sql, user.id)).map(({ details, document_hash: _, ...row }) => ({
    ...row,
    ...(details === '' ? {} : { form: formOf(key, { ...row, details, document_hash: '' }) }),
  }));
  const accounts = await ownAccounts(sql, user.id);
  const small = {
    person: personOf(user),
    accounts,
    limits,
    sessions: await ownSessionRows(sql, user.id),
    identities,
    alerts: await ownAlerts(sql, user.id),
  };
  yield `{"at": ${at}`;
  for (const [name, value] of Object.entries(small)) yield `,\n${json(name)}: ${json(value)}`;
  for (const { name, page } of ownLists) yield* listText(name, (afterId, limit) => page(sql, { userId: user.id, afterId, limit }));
  for (const { id, type, part } of accounts)
    yield* listText(`ledger ${type} ${part}`, (afterId, limit) => entriesOf(sql, id, afterId, limit));
  yield* listText('acts', (afterId, limit) => ownActs(sql, user.uid, afterId, limit));
  yield '}\n';
}
