/** Price alerts, put together: what people ask of them on every node, and what evaluates them on the leading one. */
import type { Db } from '../database/database.ts';
import type { GroupRunner } from '../tape/group-runner.ts';
import { type AlertDeskParts, type Alerts, createAlertDesk } from './alert-desk.ts';
import { type AlertParts, createAlertEvaluator } from './alert-work.ts';
import type { ProductOf } from './settle-alerts.ts';

/** `leaderDb`: the database as only the leading node may write to it; without it there is but one node. */
type Given = Omit<AlertDeskParts, 'productOf'> & Omit<AlertParts, 'productOf'> & { readonly leaderDb?: Db | undefined };

/** `evaluator`: started and stopped with the lead. */
export function createAlerts(given: Given): { alerts: Alerts; evaluator: GroupRunner } {
  const productOf: ProductOf = (id) => {
    const { code = '', showCode = '', pricePrecision = 0 } = given.catalogue.byId(id) ?? {};
    return { id, code, showCode, pricePrecision };
  };
  const parts = { ...given, productOf };
  return { alerts: createAlertDesk(parts), evaluator: createAlertEvaluator({ ...parts, db: given.leaderDb ?? given.db }) };
}
