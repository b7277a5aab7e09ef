/** The rows of the server's menu on a person's own page, as data. */
import { isOn } from '#domain/setting-defaults.ts';
import type { MenuRow } from '#protocol/rest/site.ts';
import type { LinkOf } from './link-of.ts';

/** The way to move money between accounts: of no use to who has one. */
const TRANSFER = '/mine/transfer';
/** A link with a code that no registration takes would be a lie. */
const INVITE = '/mine/invite';

type Terms = {
  readonly isDemo: boolean;
  readonly hasOneAccount: boolean;
  /** Whether a registration takes the code of who invited (is_register_invite_code). */
  readonly takesInvites: boolean;
  /** Paths that the page leads to by itself. */
  readonly shownElsewhere: readonly string[];
  readonly linkOf: LinkOf;
};
/** `isBarred`: a demo account gets a word in place of the way there (decision D1.6.01). */
type UserMenuRow = { readonly row: MenuRow; readonly link: NonNullable<ReturnType<LinkOf>>; readonly isBarred: boolean };

/** Rows that lead somewhere, in the server's order. */
export const userMenuRows = (
  rows: readonly MenuRow[],
  { isDemo, hasOneAccount, takesInvites, shownElsewhere, linkOf }: Terms,
): UserMenuRow[] => {
  const hidden = [...shownElsewhere, ...(hasOneAccount ? [TRANSFER] : []), ...(takesInvites ? [] : [INVITE])];
  return rows.flatMap((row) => {
    const isShown = !hidden.includes(row.path);
    const link = isShown ? linkOf(row.path) : undefined;
    return link ? [{ row, link, isBarred: isDemo && !isOn(row.allow_demo) }] : [];
  });
};
