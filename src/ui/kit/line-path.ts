/** Points as the path of a line. */
import { LINE_HEIGHT, LINE_WIDTH } from './line-box.ts';

/** Room for the line's own thickness. */
const INSET = 2;

/** The line through the points, left to right, scaled into the box; '' for fewer than two points. */
export function linePath(points: readonly number[], width = LINE_WIDTH, height = LINE_HEIGHT): string {
  if (points.length < 2) return '';
  const low = Math.min(...points);
  const range = Math.max(...points) - low;
  const stepX = width / (points.length - 1);
  // A flat line runs through the middle instead of along an edge.
  const y = (value: number) => (range === 0 ? height / 2 : height - INSET - ((value - low) / range) * (height - 2 * INSET));
  return points.map((value, index) => `${index === 0 ? 'M' : 'L'}${(index * stepX).toFixed(1)} ${y(value).toFixed(1)}`).join('');
}
