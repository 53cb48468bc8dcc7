import { once } from 'node:events';
import { createServer } from 'node:net';

import { StartFailure } from './start-failure.ts';

export async function checkPort(host: string, port: number): Promise<void> {
  const server = createServer();
  try {
    server.listen({ host, port });
    await once(server, 'listening');
  } catch (error) {
    throw portFailure(error, host, port);
  }
  server.close();
  await once(server, 'close');
}

/** A StartFailure of one line; errors without a known reason are returned unchanged. */
export function portFailure(error: unknown, host: string, port: number): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const reasons: Record<string, string> = {
    EADDRINUSE: `PORT ${port} is in use by another program: stop it, or set another PORT.`,
    EACCES: `PORT ${port} is not allowed for this user: choose one above 1023.`,
    EADDRNOTAVAIL: `HOST ${host} is not an address of this machine.`,
    ENOTFOUND: `HOST ${host} is not known.`,
    EAI_AGAIN: `HOST ${host} is not known.`,
  };
  const reason = code === undefined ? undefined : reasons[code];
  return reason === undefined ? error : new StartFailure(reason, { cause: error });
}
