/**
 * Where operations listen: a port on loopback or a Unix socket, apart from the public port, so that no proxy in front of the app can reach them.
 * The server and the operator's command line find each other by it.
 */
import { lstat, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join, relative } from 'node:path';

export type OperationsAddress = { readonly port: number } | { readonly path: string };
type Where = { readonly opsPort: string | undefined; readonly dataDir: string; readonly port: number };

/** The kernel takes 108 bytes with the one that ends them. */
const SOCKET_PATH_BYTES_MAX = 107;
/** How long a socket file may take to say whether somebody listens there. */
const PROBE_MS_MAX = 1_000;

/** What OPS_PORT takes, for errors. */
export const OPS_PORT_TAKES = `a port from 1 to 65535 or the path of a Unix socket of at most ${SOCKET_PATH_BYTES_MAX} bytes`;

/**
 * The address that OPS_PORT names, by default a socket in DATA_DIR that carries the public port, so that nodes that share a folder do not
 * meet. `undefined` when it is none that can be listened on.
 */
export function operationsAddress({ opsPort, dataDir, port }: Where): OperationsAddress | undefined {
  if (opsPort !== undefined && /^\d+$/.test(opsPort)) {
    const asked = Number(opsPort);
    return asked >= 1 && asked <= 65_535 ? { port: asked } : undefined;
  }
  const path = opsPort ?? join(dataDir, `operations-${port}.sock`);
  const short = [path, relative(process.cwd(), path)].find((one) => Buffer.byteLength(one) <= SOCKET_PATH_BYTES_MAX);
  return short === undefined || short === '' ? undefined : { path: short };
}

/** The address in words. */
export const addressText = (address: OperationsAddress): string => ('port' in address ? `127.0.0.1:${address.port}` : address.path);

/** Removes the socket file of a process that was killed; resolves with false when a living one listens there. Anything else of that name stays. */
export async function clearSocketFile(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  if (!found?.isSocket()) return true;
  if (await isAnswered(path)) return false;
  await rm(path, { force: true });
  return true;
}

const isAnswered = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ path });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(PROBE_MS_MAX, () => end(true));
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
