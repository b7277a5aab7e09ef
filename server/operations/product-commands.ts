/** What an operator may do with a product: close it, open it, and set what a night of it costs. */
import { hasFinancing } from '#domain/financing.ts';
import { financingText, readFinancing } from '#domain/setting-rules.ts';
import { appendAudit, lockActs } from '../repositories/audit-repository.ts';
import { setFinancing, setForcedClosed } from '../repositories/product-repository.ts';
import { type Cause, type Command, type OperatorParts, refused, said } from './command.ts';
import { nightProblem } from './night-limits.ts';
import type { Answer } from './operator-call.ts';

export const PRODUCT_COMMANDS: readonly Command[] = [
  {
    name: 'products',
    words: '',
    about: 'lists products: whether they are closed by the operator, and what a night costs',
    isChange: false,
    run: async ({ catalogue }) =>
      said(
        ...catalogue
          .products()
          .map(
            (product) =>
              `${product.code} ${product.forcedClosed ? 'closed' : 'by its hours'}, financing ${financingText(product.financing)}`,
          ),
      ),
  },
  {
    name: 'product',
    words: 'CODE open|closed',
    about: 'lets a product trade by its hours, or closes it to market orders and closes; its nights go on',
    isChange: true,
    run: changeOpening,
  },
  {
    name: 'financing',
    words: 'CODE LONG SHORT DAY',
    about: 'sets what a night brings a buyer and a seller, as a share of the value, and the weekday that counts three times (or none)',
    isChange: true,
    run: changeFinancing,
  },
];

async function changeOpening(
  { db, clock, catalogue }: OperatorParts,
  [code = '', state = '']: readonly string[],
  cause: Cause,
): Promise<Answer> {
  const product = catalogue.byCode(code);
  if (!product) return refused(`product: got "${code}", takes a code of \`products\``);
  if (state !== 'open' && state !== 'closed') return refused(`product ${code}: got "${state}", takes open or closed`);
  if (product.forcedClosed === (state === 'closed')) return said(`${code}: is ${state} already`);
  await db.transaction(async (trx) => {
    await lockActs(trx);
    await setForcedClosed(trx, product.id, state === 'closed');
    const detail = `${product.forcedClosed ? 'closed' : 'open'} to ${state}: ${cause.reason}`;
    await appendAudit(trx, { at: clock.now(), actor: cause.actor, act: 'product', subject: code, detail });
  });
  await catalogue.reload();
  const answer = `${code}: ${state === 'closed' ? 'closed' : 'trades by its hours'}; other nodes follow within seconds`;
  if (state === 'open' || !hasFinancing(product.financing)) return said(answer);
  return said(
    answer,
    `its nights go on at "${financingText(product.financing)}", and nobody can close; \`financing ${code} 0 0 none\` ends them`,
  );
}

/** Holds from the first tick of the next group on, as every rule of judgement does. */
async function changeFinancing(
  { db, clock, catalogue }: OperatorParts,
  [code = '', long = '', short = '', tripleOn = '']: readonly string[],
  cause: Cause,
): Promise<Answer> {
  const product = catalogue.byCode(code);
  if (!product) return refused(`financing: got "${code}", takes a code of \`products\``);
  const terms = readFinancing({ long, short, tripleOn });
  if ('problem' in terms) return refused(`financing ${code}: ${terms.problem}`);
  const [before, after] = [financingText(product.financing), financingText(terms)];
  if (before === after) return said(`${code}: is ${after} already`);
  const problem = await db.transaction(async (trx) => {
    await lockActs(trx);
    const found = await nightProblem(trx, product, terms);
    if (found) return found;
    await setFinancing(trx, product.id, { ...terms, triple: terms.tripleOn ?? -1 });
    const detail = `"${before}" to "${after}": ${cause.reason}`;
    await appendAudit(trx, { at: clock.now(), actor: cause.actor, act: 'financing', subject: code, detail });
    return undefined;
  });
  if (problem) return refused(`financing ${code}: ${problem}`);
  await catalogue.reload();
  return said(`${code}: financing "${before}" is now "${after}"; other nodes follow within seconds`);
}
