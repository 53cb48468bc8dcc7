import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

import type { Transport } from '../src/platform/transport/transport.ts';

/** Connects the sites of one test. Each can be cut off, in one direction or both. */
export type Hub = {
  connect: () => HubTransport;
  /** Resolves when everything that was published has arrived. Only for a hub without delay. */
  idle: () => Promise<void>;
};

export type HubTransport = Transport & { cut: (direction?: 'in' | 'out') => void; mend: () => void };

/** `delayMs` is called per text. Texts of one sender arrive in order. */
export function createHub(delayMs: () => number = () => 0): Hub {
  const listeners = new Map<HubTransport, (text: string) => void>();
  const deliver = async (text: string, arrived: Promise<unknown>) => {
    await arrived;
    for (const listener of listeners.values()) listener(text);
  };
  return {
    idle: async () => {
      // A process sends its facts in one turn of the event loop; they arrive in the next.
      for (let turn = 0; turn < 3; turn++) await nextTurn();
    },
    connect: () => {
      let arriving: Promise<unknown> = Promise.resolve();
      let hears = true;
      let speaks = true;
      const transport: HubTransport = {
        publish: async (text) => {
          if (!speaks) throw new Error('cut off');
          const ms = delayMs();
          const arrived = ms === 0 ? nextTurn() : sleep(ms);
          arriving = deliver(text, Promise.all([arriving, arrived]));
        },
        onText: (listener) =>
          void listeners.set(transport, (text) => {
            if (hears) listener(text);
          }),
        onLost: () => {},
        close: async () => void listeners.delete(transport),
        cut: (direction) => {
          hears &&= direction === 'out';
          speaks &&= direction === 'in';
        },
        mend: () => {
          hears = speaks = true;
        },
      };
      return transport;
    },
  };
}
