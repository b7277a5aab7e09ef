/**
 * A TCP proxy in front of the server that counts what comes back over sockets of the market: bytes of the connection, frame headers
 * included, from behind the upgrade's answer on. It passes everything else through unseen.
 */
import { connect, createServer, type Socket } from 'node:net';

export type CountingProxy = {
  readonly url: string;
  /** Bytes from the server on upgraded connections so far. */
  received(): number;
  /** Upgraded connections so far. */
  sockets(): number;
  /** Lets nothing more through from the server on upgraded connections. */
  mute(): void;
  close(): Promise<void>;
};

const HEAD_END = Buffer.from('\r\n\r\n');

/** Listens on a free port of this machine and passes on to `port`; `path` is the path of the upgrade. */
export async function countingProxy(port: number, path: string): Promise<CountingProxy> {
  const open = new Set<Socket>();
  let received = 0;
  let sockets = 0;
  let isMuted = false;
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ port, host: '127.0.0.1', noDelay: true });
    let isCounted = false;
    let head: Buffer | undefined = Buffer.alloc(0);
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => open.delete(socket));
    }
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
    client.on('data', (chunk) => {
      // A kept-alive connection may be upgraded after other requests.
      if (!isCounted && chunk.includes(`GET ${path} `)) {
        isCounted = true;
        sockets++;
        head = Buffer.alloc(0);
      }
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (isCounted && isMuted) return;
      if (isCounted && head) {
        head = Buffer.concat([head, chunk]);
        const end = head.indexOf(HEAD_END);
        if (end >= 0) received += head.length - end - HEAD_END.length;
        if (end >= 0) head = undefined;
      } else if (isCounted) received += chunk.length;
      client.write(chunk);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    received: () => received,
    sockets: () => sockets,
    mute() {
      isMuted = true;
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
