/** A person as user/info and login show them: never a hash, never somebody else's data (decision D1.3.27). */
import { defaultNickname } from '#domain/profile.ts';
import { identityStateToWire } from '#protocol/identity-state.ts';
import type { UserRow } from '#protocol/rest/user.ts';
import type { UserRecord } from '../repositories/user-repository.ts';
import type { Trader } from '../trading/trading.ts';

export const traderOf = (user: UserRecord): Trader => ({ id: user.id, uid: user.uid, realm: user.realm, frozen: user.frozen === 1 });

/** On the wire and in the table `user`: real-name verification is finished. */
export const VERIFIED = identityStateToWire('verified');

export function userRow(user: UserRecord): UserRow {
  const nickname = user.nickname || defaultNickname(user.uid);
  return {
    id: user.id,
    uid: user.uid,
    email: user.email ?? '',
    mobile: user.mobile ?? '',
    area_id: user.area_id,
    is_demo: user.realm === 'demo' ? 1 : 0,
    level: user.level,
    credit_score: user.credit_score,
    invite_code: user.invite_code,
    has_pay_password: user.pay_password_hash === null ? '0' : '1',
    is_real: user.real_status === VERIFIED ? '1' : '0',
    real_status: user.real_status,
    is_trader: '0',
    two_factor: user.two_factor === 1 ? '1' : '0',
    nickname,
    name: nickname,
    remark: '',
  };
}
