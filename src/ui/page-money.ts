/** The page's money calls: src/rest with the browser's own randomness, store and locks. Fetched with the first of them. */
import { moneyCalls } from '#rest/money-call.ts';
import { storage } from './storage.ts';
import { tabLock } from './tab-lock.ts';

export const pageMoney = moneyCalls({ random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)), storage, lock: tabLock });
