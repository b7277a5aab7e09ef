/**
 * The operator's settings that judgement uses, as they held at any tick: margin levels, fees, forced halts. A tick is judged by the
 * values of its own time, however late it is judged.
 */
import type { Kysely } from 'kysely';
import { decimal, type Money, parseDecimal, type Ratio } from '#domain/decimal.ts';
import { type FinancingTerms, financingTerms, NO_FINANCING } from '#domain/financing.ts';
import type { MarginLevels } from '#domain/margin-call.ts';
import { SETTING_DEFAULTS } from '#domain/setting-defaults.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { isPostgres } from '../../database/lock-rows.ts';
import type { Database } from '../../database/schema.ts';
import { type RuleChangeRow, ruleChanges } from '../../repositories/rule-change-repository.ts';

type FeeRates = { readonly feePerLot: Money; readonly feeOfMargin: Ratio };
export type RulesAtTick = MarginLevels & {
  /** `trade_fee_type` of the specification. */
  readonly feeType: string;
  feeRatesOf(productId: number): FeeRates;
  isForcedClosed(productId: number): boolean;
  financingOf(productId: number): FinancingTerms;
};
export interface TradingRules {
  /** The rules that hold for a tick. */
  at(seq: number): RulesAtTick;
}
export interface RuleKeeper {
  /** The rules as a reader sees them whose newest change begins at the tick `newestSeq` (0: none); read anew when memory has others. */
  asOf(db: Kysely<Database>, newestSeq: number): Promise<TradingRules>;
}

/** Those of the site that judgement uses. */
type SiteRule = 'stop_out_level' | 'margin_call_level' | 'trade_fee_type';
const NO_FEES: FeeRates = { feePerLot: 0n, feeOfMargin: 0n };

const keyOf = (rule: string, productId: number): string => `${rule}:${productId}`;

/** Rules from the values that hold; what has none is as the defaults and the catalogue say. */
function rulesOf(values: ReadonlyMap<string, string>, catalogue: Catalogue): RulesAtTick {
  const siteRule = (rule: SiteRule): string => values.get(keyOf(rule, 0)) ?? SETTING_DEFAULTS[rule];
  const percent = (rule: SiteRule): Ratio => parseDecimal<Ratio>(siteRule(rule)) ?? decimal<Ratio>(SETTING_DEFAULTS[rule]);
  return {
    stopOutLevel: percent('stop_out_level'),
    marginCallLevel: percent('margin_call_level'),
    feeType: siteRule('trade_fee_type'),
    feeRatesOf(productId) {
      const perLot = values.get(keyOf('fee_per_lot', productId));
      const ofMargin = values.get(keyOf('fee_of_margin', productId));
      const today = catalogue.byId(productId) ?? NO_FEES;
      return {
        feePerLot: perLot === undefined ? today.feePerLot : BigInt(perLot),
        feeOfMargin: ofMargin === undefined ? today.feeOfMargin : BigInt(ofMargin),
      };
    },
    financingOf(productId) {
      const today = catalogue.byId(productId)?.financing ?? NO_FINANCING;
      const stored = (rule: string): string | undefined => values.get(keyOf(rule, productId));
      const [long, short, triple] = ['financing_long', 'financing_short', 'financing_triple'].map(stored);
      return financingTerms({
        long: long === undefined ? today.long : BigInt(long),
        short: short === undefined ? today.short : BigInt(short),
        triple: triple === undefined ? (today.tripleOn ?? -1) : Number(triple),
      });
    },
    isForcedClosed(productId) {
      const value = values.get(keyOf('forced_closed', productId));
      return value === undefined ? (catalogue.byId(productId)?.forcedClosed ?? false) : value === '1';
    },
  };
}

type Era = { readonly fromSeq: number; readonly rules: RulesAtTick };

/** One era per tick at which something changed, newest first. */
function erasOf(changes: readonly RuleChangeRow[], catalogue: Catalogue): Era[] {
  const values = new Map<string, string>();
  const eras: Era[] = [{ fromSeq: Number.NEGATIVE_INFINITY, rules: rulesOf(new Map(), catalogue) }];
  for (const [at, change] of changes.entries()) {
    const key = keyOf(change.rule, change.product_id);
    if (change.value === null) values.delete(key);
    else values.set(key, change.value);
    if (changes[at + 1]?.from_seq !== change.from_seq) eras.push({ fromSeq: change.from_seq, rules: rulesOf(new Map(values), catalogue) });
  }
  return eras.reverse();
}

/** Keeps the rules of the database in memory. */
export function createRuleKeeper(catalogue: Catalogue): RuleKeeper {
  let kept: { readonly newestSeq: number; readonly rules: TradingRules } | undefined;
  return {
    async asOf(db, newestSeq) {
      if (kept?.newestSeq === newestSeq) return kept.rules;
      const eras = erasOf(await ruleChanges(db), catalogue);
      const rules: TradingRules = { at: (seq) => (eras.find((era) => era.fromSeq <= seq) as Era).rules };
      // What a shared commit of SQLite shows may still be rolled back.
      if (!db.isTransaction || isPostgres(db)) kept = { newestSeq, rules };
      return rules;
    },
  };
}
