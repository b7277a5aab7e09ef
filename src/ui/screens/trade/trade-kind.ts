/** Which form stands under the chart: of contract orders or of micro trades. Kept while the page is, over a login too. */
import { signal } from '@preact/signals';

export const tradeKind = signal<'contract' | 'micro'>('contract');
