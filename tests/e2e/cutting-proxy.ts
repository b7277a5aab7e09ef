/**
 * A TCP proxy in front of the server that cuts the reply to the first request for one path in its middle, when the server has executed it,
 * and holds back every later request for it until it is told to let them go. Everything else passes through as it is.
 */
import { connect, createServer, type Socket } from 'node:net';

const HEAD_END = '\r\n\r\n';

type CuttingProxy = {
  readonly url: string;
  /** The `authorization` of each request for the path so far, held ones included. */
  readonly senders: readonly string[];
  /** Passes on what was held, and holds nothing more. */
  letGo(): void;
  close(): Promise<void>;
};

/** The whole head and half of the body: before it has a head, a browser sends a request again by itself. */
function halfReply(chunk: Buffer): Buffer {
  const bodyAt = chunk.indexOf(HEAD_END) + HEAD_END.length;
  return chunk.subarray(0, bodyAt + Math.floor((chunk.length - bodyAt) / 2));
}

/** Listens on a free port of this machine and passes on to `port`. `path`: without its query. */
export async function cuttingProxy(port: number, path: string): Promise<CuttingProxy> {
  const open = new Set<Socket>();
  const senders: string[] = [];
  let letGo = (): void => undefined;
  const isFree = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ port, host: '127.0.0.1', noDelay: true });
    let isCut = false;
    /** What came from the browser passes on in its order. */
    let passed = Promise.resolve();
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(one);
      one.on('error', () => one.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
    client.on('data', (chunk) => {
      const isAsked = chunk.includes(` ${path}`);
      if (isAsked) {
        senders.push(/^authorization: *(\S*)/im.exec(chunk.toString('latin1'))?.[1] ?? '');
        isCut = senders.length === 1;
      }
      const isHeld = isAsked && !isCut;
      passed = passed.then(() => (isHeld ? isFree : undefined)).then(() => void (upstream.destroyed || upstream.write(chunk)));
    });
    upstream.on('data', (chunk) => {
      if (isCut) client.write(halfReply(chunk), () => client.destroy());
      else client.write(chunk);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    senders,
    letGo: () => letGo(),
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
