/**
 * A deal as the server signs it for its owner: what was executed, by which rule, and what its recheck by the tape needs. Pure. The text is
 * `outcry-deal/v1` and one line `key value` for each field, in this order, LF after each, an absent value written as `-`; it is the text of a
 * signed note. There is one text for a deal: what reads back is written again and must be the same, so nothing can be said twice or otherwise.
 */
import { DEAL_KINDS, DEAL_RULES, MAY_HAVE, type Shape, shapeOf } from './deal-shapes.ts';
import { hoursValue, termsValue } from './deal-terms.ts';
import { ABSENT, aboveZero, amount, count, integer, notBelowZero, oneOf, place, type Value, word } from './deal-values.ts';
import { DEAL_TEXT_MAX } from './receipt-limits.ts';
import type { SignedDeal } from './signed-deal.ts';

const HEAD = 'outcry-deal/v1';

type Field = readonly [name: string, key: string, value: Value<unknown>];
const field = <T>(name: string, key: string, value: Value<T>): Field => [name, key, value as unknown as Value<unknown>];
/** All but `terms`, which the kind and the rule say how to read. */
const FIELDS: readonly Field[] = [
  field('origin', 'origin', place),
  field('realm', 'realm', oneOf('demo', 'real')),
  field('uid', 'uid', word),
  field('deal', 'deal', integer),
  field('kind', 'kind', oneOf(...DEAL_KINDS)),
  field('order', 'order', integer),
  field('parent', 'parent', integer),
  field('product', 'product', integer),
  field('side', 'side', oneOf('buy', 'sell', 'up', 'down')),
  field('lots', 'lots', aboveZero),
  field('price', 'price', amount),
  field('tick', 'tickSeq', integer),
  field('rule', 'rule', oneOf(...DEAL_RULES)),
  field('level', 'level', amount),
  field('from', 'fromSeq', integer),
  field('known', 'knownSeq', integer),
  field('time', 'timeMs', integer),
  field('profit', 'profit', amount),
  field('fee', 'fee', amount),
  field('margin', 'margin', notBelowZero),
  field('contract', 'contractNumber', aboveZero),
  field('quote_rate', 'quoteRate', aboveZero),
  field('leverage', 'leverage', count),
  field('margin_mode', 'marginMode', oneOf(0, 1)),
  field('hours', 'hours', hoursValue),
];

type Values = Readonly<Record<string, unknown>>;
type Problem = { readonly problem: string };

const shapeName = ({ kind, rule }: Values): string => `${kind} ${rule ?? ABSENT}`;

/** The text that is signed, with a line feed at its end. Throws for a deal of no known shape. */
export function dealText(deal: SignedDeal): string {
  const values: Values = deal;
  const kind = shapeOf(shapeName(values));
  if (!kind) throw new Error(`deal ${deal.deal}: there is no deal of the shape "${shapeName(values)}"`);
  const lines = FIELDS.map(([name, key, value]) => `${name} ${values[key] === undefined ? ABSENT : value.write(values[key] as never)}`);
  const terms = kind.terms ? (termsValue(kind.terms) as Value<unknown>).write(values.terms) : ABSENT;
  return [HEAD, ...lines, `terms ${terms}`, ''].join('\n');
}

/** The value of a line; its problem where it is not the field's, or none of its values. */
function lineValue(line: string, name: string, value: Value<unknown>): { value: unknown } | Problem {
  if (!line.startsWith(`${name} `)) return { problem: `got "${line.slice(0, 80)}" where ${name} is due` };
  const text = line.slice(name.length + 1);
  const read = text === ABSENT ? undefined : value.read(text);
  const isValue = text === ABSENT || read !== undefined;
  return isValue ? { value: read } : { problem: `${name}: got "${text.slice(0, 80)}", takes ${value.takes}` };
}

/** Why a deal has not what its shape says, or undefined. */
function shapeProblem(values: Values, { has }: Shape): string | undefined {
  // Nothing of a reset is rechecked, so real money must never end by one.
  if (values.rule === 'reset' && values.realm !== 'demo') return `realm: got "${values.realm}", a deal of the rule reset is of demo`;
  const sides = String(values.kind).startsWith('micro') ? ['up', 'down'] : ['buy', 'sell'];
  if (!sides.includes(String(values.side))) return `side: got "${values.side}", a deal of the kind ${values.kind} takes ${sides}`;
  const may = [...(MAY_HAVE[String(values.kind)] ?? []), ...(MAY_HAVE[shapeName(values)] ?? [])];
  for (const [name, key] of FIELDS) {
    const isThere = values[key] !== undefined;
    if (isThere ? !has.includes(key) && !may.includes(key) : has.includes(key)) {
      return `${name}: got ${isThere ? 'a value' : 'none'}, a deal "${shapeName(values)}" has ${isThere ? 'none' : 'one'}`;
    }
  }
  if ((values.price === undefined) !== (values.tickSeq === undefined)) return 'price: got one without its tick, takes both or neither';
  return undefined;
}

/** A deal from the text of its note. What is wrong is named with field, value and what is allowed. */
export function readDeal(text: string): SignedDeal | Problem {
  if (text.length > DEAL_TEXT_MAX) return { problem: `deal: got ${text.length} letters, takes ${DEAL_TEXT_MAX}` };
  const [head = '', ...lines] = text.split('\n');
  if (head !== HEAD) return { problem: `deal: got "${head.slice(0, 80)}", takes ${HEAD}` };
  if (lines.length !== FIELDS.length + 2 || lines.at(-1) !== '') {
    return { problem: `deal: got ${lines.length} lines, takes ${FIELDS.length + 1} and a line feed at the end` };
  }
  const values: Record<string, unknown> = {};
  for (const [at, [name, key, value]] of FIELDS.entries()) {
    const read = lineValue(lines[at] as string, name, value);
    if ('problem' in read) return read;
    values[key] = read.value;
  }
  const kind = shapeOf(shapeName(values));
  if (!kind) return { problem: `rule: got "${values.rule ?? ABSENT}", which a deal of the kind ${values.kind} cannot have` };
  const problem = shapeProblem(values, kind);
  if (problem) return { problem };
  const terms = lineValue(lines[FIELDS.length] as string, 'terms', kind.terms ? (termsValue(kind.terms) as Value<unknown>) : NO_TERMS);
  if ('problem' in terms) return terms;
  if (kind.terms && terms.value === undefined) return { problem: `terms: got none, takes ${termsValue(kind.terms).takes}` };
  const deal = { ...values, ...(kind.terms && { terms: terms.value }) } as unknown as SignedDeal;
  return dealText(deal) === text ? deal : { problem: 'deal: got a value in another form than it is written in' };
}

const NO_TERMS: Value<unknown> = { write: () => ABSENT, read: () => undefined, takes: ABSENT };
