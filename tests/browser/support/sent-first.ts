/** Waiting for a call that the page sends when its locks allow it. */

/** Resolves when the first call of a path was sent: locks of the browser take real time, whatever clock a test has. */
export async function sentFirst(calls: readonly { readonly path: string }[], path: string): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  while (!calls.some((call) => call.path === path))
    await new Promise((resolve) => {
      port1.onmessage = resolve;
      port2.postMessage(0);
    });
  port1.close();
}
