/** Who is logged in: the session's user, null for a visitor and while nobody knows yet. Set by `session.ts` alone. */
import { computed, signal } from '@preact/signals';
import type { UserRow } from '#protocol/rest/user.ts';

export const user = signal<UserRow | null>(null);
export const isDemo = computed(() => user.value?.is_demo === 1);
