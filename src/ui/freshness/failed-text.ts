import { type Key, t } from '../language/i18n.ts';
import { isOffline } from '../state/link.ts';

/** What stands where something could not be read: the words of `key`, or that one is offline, which says why; it is read again after that. */
export const failedText = (key: Key): string => t(isOffline.value ? 'shell:link.offline-no-age' : key);
