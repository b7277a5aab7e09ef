/** How late timers of this process are at worst: a machine that stalls us stalls the servers too. */
export function watchStalls(): () => number {
  let worstMs = 0;
  let lastMs = performance.now();
  const timer = setInterval(() => {
    const nowMs = performance.now();
    worstMs = Math.max(worstMs, nowMs - lastMs - 10);
    lastMs = nowMs;
  }, 10);
  return () => {
    clearInterval(timer);
    return worstMs;
  };
}
