/** The tables of price alerts. Conventions: `schema.ts`. */
import type { Generated } from 'kysely';

type AlertColumns = {
  product_id: number;
  kind: 'above' | 'below' | 'move';
  /** The price that is waited for; of a move null. */
  asked_price: bigint | null;
  /** Of a move, else null. */
  percent: bigint | null;
  window_s: number | null;
  repeat: 'once' | 'every';
};

export interface AlertTables {
  /** An alert as its person sees it: its newest change has its terms. The row goes when it is deleted, or has fired once. */
  price_alert: { id: Generated<number>; user_id: number; change_id: number; created_at: number };
  /**
   * What was asked for. `from_seq`, `from_at`: first tick that it holds for and when that was committed, null until the tape commits its next
   * group; one of an alert at most waits for that. It holds until the next change of its alert does, and goes once that tick is evaluated.
   */
  alert_change: AlertColumns & {
    id: Generated<number>;
    alert_id: number;
    user_id: number;
    act: 'put' | 'drop';
    from_seq: number | null;
    from_at: number | null;
    /** It has fired and rests until this second of the tape (unix s) at least; 0: it has not, or is armed again. */
    rest_until: Generated<number>;
  };
  /** What fired, at which tick, once. `price` and `at` are the tick's; `from_price`: the extreme that a move counted from. */
  alert_fired: AlertColumns & {
    id: Generated<number>;
    alert_id: number;
    user_id: number;
    price: bigint;
    from_price: bigint | null;
    tick_seq: number;
    at: number;
  };
}
