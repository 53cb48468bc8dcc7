import type { Transport } from '../src/platform/transport/transport.ts';

/** Joins the sites of one test; each of them can be cut off, in one direction or both. */
export type Hub = { connect: () => HubTransport };

export type HubTransport = Transport & { cut: (direction?: 'in' | 'out') => void; mend: () => void };

export function createHub(): Hub {
  const listeners = new Map<HubTransport, (text: string) => void>();
  return {
    connect: () => {
      let hears = true;
      let speaks = true;
      const transport: HubTransport = {
        publish: async (text) => {
          if (!speaks) throw new Error('cut off');
          setImmediate(() => {
            for (const listener of listeners.values()) listener(text);
          });
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
