/** A TCP proxy in front of a server that can be shut: then it cuts what is open and lets nobody in, until it is opened again. */
import { connect, createServer, type Socket } from 'node:net';

type ShutProxy = { readonly url: string; shut(): void; open(): void; close(): Promise<void> };

/** Listens on a free port of this machine and passes on to `port`. */
export async function shutProxy(port: number): Promise<ShutProxy> {
  const inside = new Set<Socket>();
  let isShut = false;
  const cutAll = () => {
    for (const socket of inside) socket.destroy();
  };
  const server = createServer({ noDelay: true }, (client) => {
    if (isShut) return void client.destroy();
    const upstream = connect({ port, host: '127.0.0.1', noDelay: true });
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      inside.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        inside.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    shut() {
      isShut = true;
      cutAll();
    },
    open() {
      isShut = false;
    },
    close: () =>
      new Promise((resolve) => {
        cutAll();
        server.close(() => resolve());
      }),
  };
}
