import type { menuLink } from '../../shell/menu-link.ts';

/** Where a path leads; nowhere while its screen is not built: what would lead there is not shown (decision D9.10). */
export type LinkOf = typeof menuLink;
