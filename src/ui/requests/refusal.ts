/** Why a call failed, as a screen needs it: the code to branch on and the words to show. */
import { CallError } from '#rest/call-error.ts';
import { errorText, t } from '../language/i18n.ts';

/** The envelope's number, a transport code such as 'ERR_NETWORK', or '' for a fault of our own. */
export const refusalCode = (error: unknown): number | string => (error instanceof CallError ? error.code : '');

/** Our own words for codes that we know, else the server's. */
export const refusalText = (error: unknown): string =>
  error instanceof CallError ? errorText(error.code, error.msg) : t('errors:unexpected', { code: String(error) });
