/** The address at which each tab was left, so that its link leads back to the same query. Forgotten with the session's pages. */
import { sessionNumber } from '../state/session.ts';

const addresses = new Map<string, string>();
sessionNumber.subscribe(() => addresses.clear());

/** Address of a tab; with `url`, sets it first. */
export function tabAddress(path: string, url?: string): string {
  if (url !== undefined) addresses.set(path, url);
  return addresses.get(path) ?? path;
}
