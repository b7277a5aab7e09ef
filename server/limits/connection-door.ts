/**
 * Who may connect, before a byte is read of what they have to say. Node takes one connection from the system's queue in each turn of the
 * event loop, whoever it is for, so of a burst each one is only counted as it comes, or closed where its network holds too many; it is read
 * in its network's turn. What comes from a trusted proxy may be anybody's: it is read at once and bounded by the proxy.
 */
import type { Server } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import type { Clock } from '../clock/clock.ts';
import type { Metrics } from '../metrics.ts';
import type { Limits } from './limits.ts';
import { networkOf } from './network-of.ts';
import { NetworkPlaces } from './network-places.ts';
import { createNetworkTurns } from './network-turns.ts';

type DoorParts = {
  readonly clock: Clock;
  readonly limits: Limits['http'];
  readonly metrics: Pick<Metrics, 'connectionRefused'>;
  /** Addresses and ranges of proxies. */
  readonly trustProxy: readonly string[];
  /** Told of each connection as it comes, and as it begins to be read: work that can wait is not begun meanwhile. */
  readonly connected: () => void;
};

/** Stands before what listens for connections by now. Call it once, before the server listens. */
export function guardConnections(server: Server, { clock, limits, metrics, trustProxy, connected }: DoorParts): void {
  const read = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  // The option of a server of `node:net` that an HTTP server has no name for: nothing is read before `resume`.
  Object.assign(server, { pauseOnConnect: true });
  const isProxy = trustedPeers(trustProxy);
  const places = new NetworkPlaces({ perNetwork: limits.connectionsPerNetwork, total: limits.connectionsMax });
  const turns = createNetworkTurns({ clock, waitingMax: limits.connectionsPerNetwork });
  const begin = (socket: Socket): void => {
    if (socket.destroyed) return;
    // A server that stops forgets what it does not read yet.
    if (!server.listening) return void socket.destroy();
    connected();
    for (const listener of read) listener.call(server, socket);
    socket.resume();
  };
  server.on('connection', (socket: Socket) => {
    const ip = socket.remoteAddress ?? '';
    if (isProxy(ip)) return begin(socket);
    turns.connected();
    connected();
    const isIn = places.enter(ip);
    if (isIn) socket.once('close', () => places.leave(ip));
    if (isIn && turns.wait(networkOf(ip), () => begin(socket))) return;
    metrics.connectionRefused();
    socket.resetAndDestroy();
  });
}

function trustedPeers(ranges: readonly string[]): (ip: string) => boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [net = '', bits] = range.split('/');
    const family = isIPv6(net) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(net, family);
    else list.addSubnet(net, Number(bits), family);
  }
  return (ip) => list.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');
}
