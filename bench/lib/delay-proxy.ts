/**
 * A TCP proxy in front of a server that makes every byte late, as a radio link does, and that cuts sockets when told. A new connection
 * costs what it costs on the way: a loopback has none, so the round trips of TCP and of TLS 1.3 are waited for before its first bytes go.
 */
import { connect, createServer, type Socket } from 'node:net';

const HANDSHAKES = 2;

export type DelayProxy = {
  readonly url: string;
  /** From here on nothing of the server reaches the upgraded connections that are open now: what a dying link does first. */
  hold(): void;
  /** Ends every upgraded connection without a word. Gives the wall time of it, ms. */
  cut(): number;
  close(): Promise<void>;
};

type Lane = { readonly client: Socket; readonly upstream: Socket; isSocket: boolean; isHeld: boolean };

/** Passes on to `port`; `path` is the path of the upgrade; each way takes `oneWayMs`. */
export async function delayProxy({ port, path, oneWayMs }: { port: number; path: string; oneWayMs: number }): Promise<DelayProxy> {
  const lanes = new Set<Lane>();
  const server = createServer({ noDelay: true }, (client) => {
    const lane: Lane = { client, upstream: connect({ port, host: '127.0.0.1', noDelay: true }), isSocket: false, isHeld: false };
    const { upstream } = lane;
    lanes.add(lane);
    const up = late((chunk) => upstream.write(chunk), oneWayMs, HANDSHAKES * 2 * oneWayMs);
    const down = late((chunk) => !lane.isHeld && client.write(chunk), oneWayMs, 0);
    client.on('data', (chunk) => {
      lane.isSocket ||= chunk.includes(`GET ${path} `);
      up(chunk);
    });
    upstream.on('data', down);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on('error', () => one.destroy());
      one.on('close', () => {
        lanes.delete(lane);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  const sockets = () => [...lanes].filter((lane) => lane.isSocket);
  return {
    url: `http://127.0.0.1:${address.port}`,
    hold: () => {
      for (const lane of sockets()) lane.isHeld = true;
    },
    cut: () => {
      const atMs = Date.now();
      for (const lane of sockets()) lane.client.destroy();
      return atMs;
    },
    close: () =>
      new Promise((resolve) => {
        for (const { client, upstream } of lanes) {
          client.destroy();
          upstream.destroy();
        }
        server.close(() => resolve());
      }),
  };
}

/** Hands chunks on in their order, each so many ms late, the first ones later still. */
function late(pass: (chunk: Buffer) => unknown, delayMs: number, firstMs: number): (chunk: Buffer) => void {
  const openAtMs = performance.now() + firstMs;
  let lastAtMs = 0;
  return (chunk) => {
    const nowMs = performance.now();
    lastAtMs = Math.max(lastAtMs, nowMs + delayMs, openAtMs + delayMs);
    if (delayMs === 0) pass(chunk);
    else setTimeout(pass, lastAtMs - nowMs, chunk);
  };
}
