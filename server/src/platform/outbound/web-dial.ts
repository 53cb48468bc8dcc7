import { once } from 'node:events';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

import type { WebTarget } from './web-target.ts';

export type Dial = (to: { address: string; port: number; hostname: string; secure: boolean }) => Socket;

/** Dials the address, not the name: a second look-up could resolve to another address. */
export const dialAddress: Dial = ({ address, port, hostname, secure }) =>
  secure
    ? connectTls({
        host: address,
        port,
        servername: isIP(hostname) === 0 ? hostname : '',
        ALPNProtocols: ['http/1.1'],
      })
    : connectTcp({ host: address, port });

const attempts = 3;
const attemptMs = 2_000;

export async function openConnection(
  { addresses, port, hostname, secure }: WebTarget,
  dial: Dial,
  signal: AbortSignal,
): Promise<Socket> {
  let failure: unknown;
  for (const address of addresses.slice(0, attempts)) {
    signal.throwIfAborted();
    const socket = dial({ address, port, hostname, secure });
    const timeout = AbortSignal.any([signal, AbortSignal.timeout(attemptMs)]);
    try {
      await once(socket, secure ? 'secureConnect' : 'connect', { signal: timeout });
      return socket;
    } catch (error) {
      socket.on('error', () => {}).destroy();
      failure = error;
    }
  }
  throw failure;
}
