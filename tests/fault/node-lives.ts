/** Servers of one database as their output tells of them: which of them leads, in the life that each has now. */
import type { ServerProcess } from '../e2e/server-process.ts';

/** Where in its output the present life of a server begins. */
const lives = new Map<ServerProcess, number>();

/** Begins another life of a server that has ended. */
export async function restart(server: ServerProcess): Promise<void> {
  lives.set(server, server.output().length);
  await server.restart();
}

/** True from the line in which a server says that it leads to the one in which it says that it leads no more, or to its next life. */
export const leads = (server: ServerProcess): boolean => {
  const output = server.output().slice(lives.get(server) ?? 0);
  return output.lastIndexOf('this node leads"') > output.lastIndexOf('this node leads no more"');
};
