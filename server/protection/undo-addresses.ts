/** Takes a change of an address back, with all that came after it: for whoever presses the link of a letter about it (decision D9.301). */
import type { Clock } from '../clock/clock.ts';
import type { Trx } from '../database/database.ts';
import { addressesOf } from '../letters/letters.ts';
import { addressChangesFrom, addressColumn, deleteAddressChangesFrom, setAddresses } from '../repositories/address-repository.ts';
import { type UserRecord, userByEmail, userByMobile } from '../repositories/user-repository.ts';
import type { FormerAddresses } from './former-addresses.ts';

type Parts = { readonly clock: Clock; readonly formerAddresses: Pick<FormerAddresses, 'reserve'> };
type Addresses = Pick<UserRecord, 'email' | 'mobile'>;

/**
 * The addresses of the person afterwards, as they stood before the change `fromId`. One that has become somebody else's meanwhile is left out. To be
 * called under the person's lock.
 */
export async function undoAddressChanges(parts: Parts, trx: Trx, user: UserRecord, fromId: number): Promise<Addresses> {
  let before: Addresses = { email: user.email, mobile: user.mobile };
  for (const { kind, former } of await addressChangesFrom(trx, user.id, fromId)) before = { ...before, [addressColumn(kind)]: former };
  const isOthers = (owner: UserRecord | undefined): boolean => owner !== undefined && owner.id !== user.id;
  if (before.email !== null && isOthers(await userByEmail(trx, before.email))) before = { ...before, email: null };
  if (before.mobile !== null && isOthers(await userByMobile(trx, before.mobile))) before = { ...before, mobile: null };
  await setAddresses(trx, user.id, before);
  await deleteAddressChangesFrom(trx, user.id, fromId);
  await barLeft(parts, trx, user, before);
  return before;
}

/** What leaves the account of somebody who excluded themselves opens no other one until that is over, as with any change of an address. */
async function barLeft({ clock, formerAddresses }: Parts, trx: Trx, user: UserRecord, now: Addresses): Promise<void> {
  const untilMs = user.excluded_until;
  if (untilMs <= clock.now()) return;
  const kept = addressesOf(now).map(({ to }) => to);
  const left = addressesOf(user).filter(({ to }) => !kept.includes(to));
  for (const { to } of left) await formerAddresses.reserve(trx, { address: to, userId: user.id, untilMs });
}
