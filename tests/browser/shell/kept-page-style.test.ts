import { expect, it } from 'vitest';
import '#ui/shell/frame.css';

/** Conditions under which a rule for this selector holds; none for one that always does. */
const conditionsOf = (rules: CSSRuleList, selector: string, condition = 'always'): string[] =>
  [...rules].flatMap((rule) => {
    if (rule instanceof CSSSupportsRule) return conditionsOf(rule.cssRules, selector, rule.conditionText);
    return rule instanceof CSSStyleRule && rule.selectorText === selector ? [condition] : [];
  });

it('D9.321 a page that was left is laid out only where a browser can keep it from being seen', () => {
  const found = [...document.styleSheets].flatMap((sheet) => conditionsOf(sheet.cssRules, '[data-page][hidden]'));
  expect(found).toEqual(['(content-visibility: hidden)']);
});
