/** What a client was given to hear, whatever it makes of it. */
import { heardIn } from './heard-in.ts';
import type { World } from './world.ts';

/** Steady ms of the last quote of each product that reaches the client, noted at the edge, by other means than the engine's. */
export function quotesHeard({ network, clock }: World): ReadonlyMap<string, number> {
  const heardAt = new Map<string, number>();
  const push = network.connections.push.bind(network.connections);
  network.connections.push = (...connections) => {
    for (const connection of connections) {
      const { onMessage } = connection.handlers;
      const table: string[] = [];
      connection.handlers.onMessage = (data) => {
        for (const symbol of heardIn(data, table)) heardAt.set(symbol, clock.steady());
        onMessage(data);
      };
    }
    return push(...connections);
  };
  return heardAt;
}
