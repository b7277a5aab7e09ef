/** That a passkey was made or used in this browser: a mark that says nothing of whose. The next login offers that way first (decision D9.444). */
import { storage } from '../browser/storage.ts';

const KEY = 'passkey_here';

export const hasUsedPasskey = (): boolean => storage.get(KEY) !== null;
export const rememberPasskey = (): void => storage.set(KEY, '1');
export const forgetPasskey = (): void => storage.remove(KEY);
