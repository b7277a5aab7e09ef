/** Calls back when the box of a chart has another size, and when the page moves to a screen of another pixel ratio. */
export function watchSize(box: HTMLElement, onChange: () => void): () => void {
  const observer = new ResizeObserver(onChange);
  observer.observe(box);
  // uPlot tells of the ratio, by an event of its own.
  window.addEventListener('dppxchange', onChange);
  return () => {
    observer.disconnect();
    window.removeEventListener('dppxchange', onChange);
  };
}
