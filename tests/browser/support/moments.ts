/** How moments in GMT stand on the page: with their year once the tests run in another one. `gmt`: '2026-03-04 10:00'. */
import { exactMomentText, momentText, shortDayText, shortMomentText } from '#ui/text/moment-text.ts';

const ms = (gmt: string): number => Date.parse(`${gmt.replace(' ', 'T')}Z`);
export const minuteSaid = (gmt: string): string => momentText(ms(gmt), Date.now(), '0');
export const secondSaid = (gmt: string): string => exactMomentText(ms(gmt), Date.now(), '0');
export const shortSaid = (gmt: string): string => shortMomentText(ms(gmt), Date.now(), '0');
export const daySaid = (day: string): string => shortDayText(Date.parse(day), Date.now(), '0');
