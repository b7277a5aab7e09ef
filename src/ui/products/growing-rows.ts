/** A list that is made as far as it can be seen, and goes on when its end comes near: each row in the page costs each frame something. */
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { usePieces } from '../navigation/pieces.tsx';

/** Rows that are made at first, as many as most phones show, and each time that the end comes near: few, so that a slow phone hears a finger in between. */
const ROWS_FIRST = 8;
const ROWS_A_TIME = 4;
/** Of the first ones, in the first picture of the page. */
const ROWS_A_PIECE = 2;
const PIECES = ROWS_FIRST / ROWS_A_PIECE;
/** How near, also inside of what scrolls by itself. */
const NEAR = '600px';

/** `end`: of an element behind the last of `shown`, to be there while `isCut`. */
export function useGrowingRows<Row>(rows: readonly Row[]): {
  readonly shown: readonly Row[];
  readonly isCut: boolean;
  readonly end: RefObject<HTMLLIElement | null>;
} {
  const [limit, setLimit] = useState(ROWS_FIRST);
  const end = useRef<HTMLLIElement>(null);
  const pieces = usePieces(PIECES);
  const isWhole = pieces === PIECES;
  const isCut = isWhole && rows.length > limit;
  useEffect(() => {
    const grow = ([entry]: IntersectionObserverEntry[]) => entry?.isIntersecting && setLimit(limit + ROWS_A_TIME);
    const observer = new IntersectionObserver(grow, { rootMargin: NEAR, scrollMargin: NEAR });
    if (end.current) observer.observe(end.current);
    return () => observer.disconnect();
  }, [limit, isCut]);
  return { shown: rows.slice(0, isWhole ? limit : pieces * ROWS_A_PIECE), isCut, end };
}
