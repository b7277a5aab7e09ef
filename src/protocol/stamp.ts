/** Times as the wire writes them: `YYYY-MM-DD HH:mm:ss` in GMT (decision D0.15). */
const STAMP = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

export const stampToWire = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ');

/** UTC ms of a stamp; NaN for any other text. */
export const stampMs = (text: string): number => (STAMP.test(text) ? Date.parse(`${text.replace(' ', 'T')}Z`) : Number.NaN);
