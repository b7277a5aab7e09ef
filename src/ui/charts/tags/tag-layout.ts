/**
 * Where the tags of prices stand in their column: each at its price as long as there is room. A few that would cover each other are fanned
 * out; more than that stand as one that tells how many they are. Pure, O(n log n), run when lines or the scale change and never for a tick.
 */

/** `y`: of its price, in pixels. `isAlone`: it is never put together with others. */
export type TagSpot = { readonly key: string; readonly y: number; readonly isAlone?: boolean };
/** One tag, or several in one: `y` is the middle of where it stands, `reach` how far a finger may miss it up and down. */
type TagPlace = { readonly keys: readonly string[]; readonly y: number; readonly reach: number };
/** Of the plot. `step`: height of a tag and the gap below it. */
export type TagColumn = { readonly top: number; readonly height: number; readonly step: number };

/** So many tags that touch are fanned out where there is room, fewer where there is less. */
const FANS = [3, 2, 1];
/** Fanned out, no tag is further from its price than so many steps. */
const SHIFT_STEPS_MAX = 1.5;
/** Half of the 44 pixels that a finger needs. */
const REACH_MAX_PX = 22;

type Group = { readonly keys: readonly string[]; readonly y: number };

/**
 * Places in the order of their prices, highest first; equal prices keep the order that they are given in. No two overlap, all are inside the
 * column, and every key is in exactly one. A column without room for a single tag has none.
 */
export function layoutTags(tags: readonly TagSpot[], column: TagColumn): TagPlace[] {
  const { top, height, step } = column;
  const room = Math.floor(height / step);
  if (room < 1 || tags.length === 0) return [];
  const [low, high] = [top + step / 2, top + height - step / 2];
  const sorted = [...tags].sort((a, b) => a.y - b.y).map((tag) => ({ ...tag, y: Math.min(Math.max(tag.y, low), high) }));
  const asking = sorted.filter((tag) => tag.isAlone);
  // One place is kept for all the others.
  const alone = asking.length < room || sorted.length <= room ? asking : asking.slice(0, room - 1);
  const others = sorted.filter((tag) => !alone.includes(tag));
  for (const fan of FANS) {
    const groups = inOrder([...alone.map(single), ...grouped(others, step, fan)]);
    const places = groups.length <= room ? spread(groups, column) : undefined;
    if (places && !places.some((y, at) => Math.abs(y - (groups[at] as Group).y) > SHIFT_STEPS_MAX * step)) return reached(groups, places);
  }
  const left = room - alone.length;
  // As many groups as there is room for beside those that stand alone: each begins so far below the one before.
  const near = left > 1 ? Math.max(step, height / (left - 1)) : Number.POSITIVE_INFINITY;
  const groups = inOrder([...alone.map(single), ...(left > 0 ? grouped(others, near, 1) : [])]);
  return reached(groups, spread(groups, column));
}

const single = ({ key, y }: TagSpot): Group => ({ keys: [key], y });
const inOrder = (groups: Group[]): Group[] => groups.sort((a, b) => a.y - b.y);

/** Puts together what lies nearer than `near` to the first of its group, unless it is no more than `fan`. */
function grouped(tags: readonly TagSpot[], near: number, fan: number): Group[] {
  const groups: Group[] = [];
  for (let from = 0; from < tags.length; ) {
    const first = (tags[from] as TagSpot).y;
    let to = from + 1;
    while (to < tags.length && (tags[to] as TagSpot).y - first < near) to++;
    const group = tags.slice(from, to);
    if (group.length <= fan) groups.push(...group.map(single));
    else groups.push({ keys: group.map(({ key }) => key), y: group.reduce((sum, { y }) => sum + y, 0) / group.length });
    from = to;
  }
  return groups;
}

/**
 * Moves apart what overlaps, all together as little as possible: what touches forms a run around the mean of its wishes. Less its place in the
 * row each wish must only not fall below the one before, which is the regression that pools neighbours out of order.
 */
function spread(groups: readonly Group[], { top, height, step }: TagColumn): number[] {
  const runs: { sum: number; count: number }[] = [];
  for (const [at, { y }] of groups.entries()) {
    let run = { sum: y - at * step, count: 1 };
    for (let before = runs.at(-1); before && before.sum / before.count > run.sum / run.count; before = runs.at(-1)) {
      run = { sum: before.sum + run.sum, count: before.count + run.count };
      runs.pop();
    }
    runs.push(run);
  }
  const low = top + step / 2;
  const high = top + height - step / 2 - (groups.length - 1) * step;
  const starts = runs.flatMap(({ sum, count }) => Array.from({ length: count }, () => Math.min(Math.max(sum / count, low), high)));
  return starts.map((start, at) => start + at * step);
}

/** A finger may miss a tag by half of the way to the next. */
function reached(groups: readonly Group[], places: readonly number[]): TagPlace[] {
  return groups.map(({ keys }, at) => {
    const y = places[at] as number;
    const gaps = [y - (places[at - 1] ?? Number.NEGATIVE_INFINITY), (places[at + 1] ?? Number.POSITIVE_INFINITY) - y];
    return { keys, y, reach: Math.min(REACH_MAX_PX, Math.min(...gaps) / 2) };
  });
}

/** The same places with room for what stands at `at`: up what is above it, down what is below, as far as the column and the others let them. */
export function clearOf(at: number, places: readonly TagPlace[], { top, height, step }: TagColumn): readonly TagPlace[] {
  if (!(at >= top && at <= top + height)) return places;
  const above = pushed(places.filter(({ y }) => y <= at).reverse(), { from: at - step, to: top + step / 2, by: -step });
  const below = pushed(
    places.filter(({ y }) => y > at),
    { from: at + step, to: top + height - step / 2, by: step },
  );
  const moved = [...above.reverse(), ...below];
  return moved.some(({ y }, index) => y - (moved[index - 1]?.y ?? Number.NEGATIVE_INFINITY) < step - 0.5) ? places : moved;
}

/** The nearest first: `from` or beyond, `by` apart, all of them back from what would lie beyond `to`. */
function pushed(places: readonly TagPlace[], { from, to, by }: { from: number; to: number; by: number }): TagPlace[] {
  const sign = Math.sign(by);
  let next = from * sign;
  const moved = places.map((place) => {
    const y = Math.max(place.y * sign, next);
    next = y + Math.abs(by);
    return { ...place, y: y * sign };
  });
  const beyond = Math.max(0, ((moved.at(-1)?.y ?? to) - to) * sign) * sign;
  return moved.map((place) => ({ ...place, y: place.y - beyond }));
}
