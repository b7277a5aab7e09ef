import type { ReceiptSource } from '#protocol/receipts.ts';
import { needTexts } from '../language/i18n.ts';
import { lazyCode } from '../lazy/lazy-code.ts';
import { LazyView } from '../lazy/lazy-view.tsx';

const receiptCode = lazyCode(async () => (await Promise.all([import('./receipt.tsx'), needTexts('receipt')]))[0].Receipt);

/** The receipt of an order: it and its words come when one is first opened. */
export const LazyReceipt = (props: { source: ReceiptSource; id: number }) => <LazyView code={receiptCode} props={props} />;
