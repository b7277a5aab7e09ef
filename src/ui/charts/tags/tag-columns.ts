/** The tags of a chart in two columns: orders at its left, their stops at its right. */
import { yOfPrice } from '../price-place.ts';
import type { PriceScale } from '../price-range.ts';
import type { PriceLine } from './price-line.ts';
import { clearOf, layoutTags } from './tag-layout.ts';

type TagSide = 'orders' | 'stops';
export type ShownTag = {
  readonly key: string;
  readonly side: TagSide;
  /** One, or all that it stands for. */
  readonly lines: readonly PriceLine[];
  /** Middle of the tag, and the height of its price, in CSS pixels of the plot. */
  readonly y: number;
  readonly lineY: number;
  readonly reach: number;
  /** Its price lies outside of the scale. */
  readonly off: '' | 'above' | 'below';
};

/** What was opened or waits to be stands left, what ends it or is told of right. */
const LEFT: readonly PriceLine['kind'][] = ['entry', 'pending', 'microUp', 'microDown', 'microOver'];
const sideOf = ({ kind }: PriceLine): TagSide => (LEFT.includes(kind) ? 'orders' : 'stops');
/** Its tag stands at the scale, over labels of it. */
export const isAtScale = (kind: PriceLine['kind']): boolean => !LEFT.includes(kind);

/**
 * `tagPx`: height of a tag and its gap. `newest`: the price that stands at the scale now, where stops stand, too; NaN for none. Orders come first,
 * each column from its highest price down.
 */
export function tagsOf(lines: readonly PriceLine[], scale: PriceScale, tagPx: number, newest = Number.NaN): ShownTag[] {
  return (['orders', 'stops'] as const).flatMap((side) => {
    const own = lines.filter((line) => sideOf(line) === side);
    const byKey = new Map(own.map((line) => [line.key, line]));
    const spots = own.map(({ key, price, isChosen = false }) => ({ key, y: yOfPrice(scale, price), isAlone: isChosen }));
    const column = { top: scale.topPx, height: scale.heightPx, step: tagPx };
    const places = layoutTags(spots, column);
    const clear = side === 'stops' ? clearOf(yOfPrice(scale, newest), places, column) : places;
    return clear.map(({ keys, y, reach }) => {
      const shown = keys.flatMap((key) => byKey.get(key) ?? []);
      const [first] = shown as [PriceLine];
      const lineY = yOfPrice(scale, first.price);
      const key = shown.length === 1 ? first.key : `${side}/${first.key}`;
      return { key, side, lines: shown, y, lineY: Math.round(lineY), reach, off: shown.length === 1 ? offOf(lineY, scale) : '' };
    });
  });
}

const offOf = (y: number, { topPx, heightPx }: PriceScale): ShownTag['off'] => (y < topPx ? 'above' : y > topPx + heightPx ? 'below' : '');

/** Two layouts of the same tags need the same elements. */
export const isSameTags = (a: readonly ShownTag[], b: readonly ShownTag[]): boolean =>
  a.length === b.length && a.every((tag, at) => tag.key === b[at]?.key && tag.lines.every((line, of) => line === b[at]?.lines[of]));
