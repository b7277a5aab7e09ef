/** What is wrong with an alert as it is filled in, in words. */
import { toNumber } from '#domain/decimal.ts';
import { ALERT_PERCENT_MAX, ALERT_PERCENT_MIN } from '#domain/price-alert.ts';
import { PRICE_BELOW } from '#domain/typed-price.ts';
import { t } from '../language/i18n.ts';
import { numberText } from '../text/format.ts';
import type { FormProblem } from './alert-form.ts';

/** Digits after the point of a percentage. */
const PERCENT_DIGITS = 2;

export function problemText({ field, why }: FormProblem, digits: number): string {
  switch (why) {
    case 'missing':
      return t(field === 'price' ? 'alerts:price.missing' : field === 'percent' ? 'alerts:percent.missing' : 'alerts:window.missing');
    case 'too-fine':
      return t('alerts:digits', { digits: field === 'price' ? digits : PERCENT_DIGITS });
    case 'too-large':
      return t('alerts:price.too-large', { below: numberText(PRICE_BELOW) });
    case 'wrong-side':
      return t('alerts:price.now');
    case 'no-quote':
      return t('alerts:price.no-quote');
    case 'out-of-bounds':
      return t('alerts:percent.range', { min: toNumber(ALERT_PERCENT_MIN), max: toNumber(ALERT_PERCENT_MAX) });
    case 'doubled':
      return t('alerts:doubled');
    case 'not-offered':
    case 'not-of-kind':
      return t('alerts:window.missing');
  }
}
