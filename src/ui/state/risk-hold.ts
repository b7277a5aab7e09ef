/** What keeps whoever is here from new risk, as the server last said it, be it at an earlier visit. */
import { computed } from '@preact/signals';
import { pageHead } from './page-head.ts';

/** `undefined`: nothing does, or nobody knows. Said by `security/put-risk-hold.ts`. */
export const riskHold = computed(() => {
  const hold = pageHead.value?.hold;
  // What was kept may be over by now.
  return hold && (hold.untilMs === 0 || hold.untilMs > Date.now()) ? hold : undefined;
});
