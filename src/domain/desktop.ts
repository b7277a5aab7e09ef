/** The address of the site for large screens (specification S1 section 9, decision D1.9.04). */

const HANDHELD = /Mobi|Android|iPhone|iPad|iPod|Windows Phone/i;
const DESKTOP = /Windows NT|Macintosh|X11|CrOS/i;
const DESKTOP_LABEL = 'pc';

/** By the user agent: true for what names a system of desktops and nothing that is held in a hand. */
export const isDesktopAgent = (agent: string): boolean => DESKTOP.test(agent) && !HANDHELD.test(agent);

/** `m.x.com` is `pc.x.com`; `undefined` where no first label can be replaced: two labels, an address in numbers, and that address itself. */
export function desktopHost(host: string): string | undefined {
  const [first, ...others] = host.toLowerCase().split('.');
  if (others.length < 2 || first === '' || first === DESKTOP_LABEL || /^\d+$/.test(others.at(-1) ?? '')) return undefined;
  return [DESKTOP_LABEL, ...others].join('.');
}
