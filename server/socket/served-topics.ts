/** Private topics that the server serves: those that every page knows, and those that only some of its code does. */
import { EVENT_TOPICS, MICRO_TOPICS, PRIVATE_TOPICS } from '#protocol/socket.ts';

export const SERVED_EVENTS: readonly string[] = [...EVENT_TOPICS, ...MICRO_TOPICS];
export const SERVED_PRIVATE: readonly string[] = [...PRIVATE_TOPICS, ...MICRO_TOPICS];
