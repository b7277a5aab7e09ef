/** A barrier of the domain as an answer: code 1015, whose data says until when; 0 where nobody knows. */
import type { Barrier } from '#domain/protection.ts';
import { ERROR } from '#protocol/errors.ts';
import type { Outcome } from '../outcome.ts';

const MESSAGES: Readonly<Record<Barrier['why'], string>> = {
  frozen: 'frozen',
  excluded: 'selfExcluded',
  coolOff: 'coolingOff',
  credential: 'withdrawalsWait',
};

export const barrierRefusal = ({ why, untilMs }: Barrier): Outcome<never> =>
  ({ code: ERROR.frozen, message: MESSAGES[why], data: { until: untilMs } }) as unknown as Outcome<never>;
