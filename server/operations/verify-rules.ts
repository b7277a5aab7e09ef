/** What the recheck of all executions by their rules came to, in the operator's words. */
import { recheckDeals } from '../trading/receipts/recheck-deals.ts';

type Rules = { readonly failed: number; readonly problems: readonly string[]; readonly facts: readonly string[] };

/** Looks at every execution there is, which may take minutes. */
export async function verifyRules(parts: Parameters<typeof recheckDeals>[0]): Promise<Rules> {
  const { checked, failed, problems, untold } = await recheckDeals(parts);
  const counts = [...untold].map(([reason, count]) => `${count} ${reason}`);
  return {
    failed,
    problems,
    facts: [
      `rules: ${checked} executions rechecked by the tape${counts.length > 0 ? `, of which it cannot tell: ${counts.join(', ')}` : ''}`,
    ],
  };
}
