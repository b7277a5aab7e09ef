import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { LocationProvider, type useLocation } from 'preact-iso/router';
import { followLink, markDepth, markFirstDepth, readHash } from '../navigation/navigate.ts';

/** Of preact-iso's location pages read these. */
type PageLocation = Pick<ReturnType<typeof useLocation>, 'url' | 'path' | 'query'>;

/** The location that a path with its query stands for. */
function locationOf(url: string): PageLocation {
  const [path = '/', search = ''] = url.split(/\?(.*)/s);
  return {
    url,
    path: path.replace(/\/+$/, '') || '/',
    query: Object.fromEntries(new URLSearchParams(search)),
  };
}

/** Gives preact-iso's `useLocation` the hash in place of the path: links are plain `<a href="#/trade">`, a reload keeps the page. */
export function HashLocationProvider({ children }: { children?: ComponentChildren }) {
  const [url, setUrl] = useState(() => readHash() ?? '/');
  const shown = useRef(url);
  useEffect(() => {
    const follow = () => {
      markDepth();
      const next = readHash() ?? shown.current;
      if (next === shown.current) return;
      shown.current = next;
      setUrl(next);
    };
    markFirstDepth();
    addEventListener('hashchange', follow);
    addEventListener('click', followLink);
    follow();
    return () => {
      removeEventListener('hashchange', follow);
      removeEventListener('click', followLink);
    };
  }, []);
  const value = useMemo(() => locationOf(url), [url]) as ReturnType<typeof useLocation>;
  return <LocationProvider.ctx.Provider value={value}>{children}</LocationProvider.ctx.Provider>;
}
