/** Why there is no answer, in words. */
import type { ReceiptProblem } from '#protocol/receipts.ts';
import { errorText, t } from '../language/i18n.ts';

export function problemText(problem: ReceiptProblem): string {
  switch (problem.problem) {
    case 'offline':
      return t('receipt:offline');
    case 'unread':
      return t('receipt:unread');
    case 'broken':
      return t('receipt:broken');
    case 'too-long':
      return t('receipt:too-long');
    case 'refused':
      return t('receipt:refused', { text: errorText(problem.code, problem.text) });
  }
}
