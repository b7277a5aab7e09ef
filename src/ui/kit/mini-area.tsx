import './mini-area.css';

const WIDTH = 104;
const HEIGHT = 32;
/** Room for the line's own thickness. */
const INSET = 1.5;

/** The line through the points, scaled into the box; '' for fewer than two points. */
export function linePath(points: readonly number[], width = WIDTH, height = HEIGHT): string {
  if (points.length < 2) return '';
  const low = Math.min(...points);
  const range = Math.max(...points) - low;
  const stepX = width / (points.length - 1);
  // A flat line runs through the middle instead of along an edge.
  const y = (value: number) => (range === 0 ? height / 2 : height - INSET - ((value - low) / range) * (height - 2 * INSET));
  return points.map((value, index) => `${index === 0 ? 'M' : 'L'}${(index * stepX).toFixed(1)} ${y(value).toFixed(1)}`).join('');
}

/** A small area chart in the current colour. Decoration: the numbers are beside it. */
export function MiniArea({ points }: { points: readonly number[] }) {
  const line = linePath(points);
  return (
    <svg class="mini-area" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" data-points={points.length}>
      {line !== '' && (
        <>
          <path class="mini-area-fill" d={`${line}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} />
          <path class="mini-area-line" d={line} vector-effect="non-scaling-stroke" />
        </>
      )}
    </svg>
  );
}
