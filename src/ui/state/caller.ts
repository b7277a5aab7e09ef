/** Who calls the server at this moment, as a money call is bound to it at the tap: token, public number and realm. */
import { computed } from '@preact/signals';
import type { Caller } from '#rest/wire.ts';
import { token } from './token.ts';
import { isDemo, user } from './user.ts';

export const caller = computed<Caller>(() => ({
  token: token.value,
  uid: user.value?.uid ?? '',
  realm: isDemo.value ? 'demo' : 'real',
}));
