/** Enough for a second of the fastest displays. */
const GAPS_MAX = 300;

/**
 * Times between animation frames, ms, from now until the returned function is called, which gives them. A page that draws all the time
 * works all the time, about a tenth of a slow phone: this runs only while somebody looks at its figure.
 */
export function startFrameProbe(): () => number[] {
  const gaps: number[] = [];
  let lastMs: number | undefined;
  let handle = requestAnimationFrame(function frame(nowMs) {
    if (lastMs !== undefined && gaps.length < GAPS_MAX) gaps.push(nowMs - lastMs);
    lastMs = nowMs;
    handle = requestAnimationFrame(frame);
  });
  return () => {
    cancelAnimationFrame(handle);
    return gaps;
  };
}
