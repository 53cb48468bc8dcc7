import type { LiveEvent, LiveEventName } from '../../../contract/src/calls/events.ts';
import { isLater, isNews } from './event-place.ts';
import { keepListening } from './event-stream.ts';
import type { EventMessage } from './event-text.ts';

/** That the server stops shows by the end of the line. */
type HeardName = Exclude<LiveEventName, 'bye'>;

export type LiveListener = {
  on: { [Name in HeardName]: (event: LiveEvent<Name>) => void };
  /** Events come now, or come no longer. */
  onLive: (live: boolean) => void;
};

/** What the tab that listens tells the others of its user. `who`: a new tab asks how things stand, and what came lately. */
type Told =
  | { kind: 'event'; message: EventMessage }
  | { kind: 'state'; live: boolean; place: string | null; recent?: readonly EventMessage[] }
  | { kind: 'who' };

// A page that nobody looks at for so long leaves listening to others, or to nobody: it costs a phone's battery.
const restAfterMs = 5 * 60_000;
// More than comes in the seconds until a new tab listens.
const recentAtMost = 200;

/**
 * Hears the server's events as this user, over one connection however many tabs are open: one tab listens and tells
 * the others; when it goes, the next takes up where it ended. `since` is the last event before what this tab shows;
 * null where that is not known. Returns what ends it.
 */
export function joinLive(uid: string, since: string | null, listener: LiveListener): () => void {
  const name = `tablon.live.${uid}`;
  const over = new AbortController();
  const { signal } = over;
  // Without locks (an insecure address) nobody can be chosen: each tab listens for itself.
  const channel = 'locks' in navigator ? new BroadcastChannel(name) : null;
  const tell = (told: Told) => channel?.postMessage(told);
  const recent: EventMessage[] = [];
  let place = since;
  let live = false;
  let leads = false;
  let turn: AbortController | null = null;
  let rest: ReturnType<typeof setTimeout> | undefined;

  const take = (message: EventMessage) => {
    const { id, event, data } = message;
    if (id !== null && event !== null && !isNews(id, place)) return;
    place = id ?? place;
    if (id !== null && event !== null && recent.push(message) > recentAtMost) recent.shift();
    const handle = event !== null && event in listener.on && listener.on[event as HeardName];
    if (handle) handle(JSON.parse(data ?? '{}') as never);
  };
  const setLive = (next: boolean) => {
    if (live === next) return;
    live = next;
    listener.onLive(next);
  };
  const tellState = (more = {}) => tell({ kind: 'state', live, place, ...more });
  const pass = (message: EventMessage) => {
    take(message);
    if (message.event === null) tellState();
    else tell({ kind: 'event', message });
  };
  const lead = async (until: AbortSignal) => {
    leads = true;
    const onLive = (next: boolean) => {
      setLive(next);
      tellState();
    };
    const onRefused = () => pass({ id: null, event: 'session-ended', data: '{}', retry: null });
    await keepListening({ place: () => place, onMessage: pass, onLive, onRefused }, until);
  };

  // In the queue of those who want to listen, at its head listening.
  const takeTurn = async () => {
    if (turn) return;
    turn = new AbortController();
    const until = AbortSignal.any([signal, turn.signal]);
    try {
      if (channel) await navigator.locks.request(name, { signal: until }, () => lead(until));
      else await lead(until);
    } catch (error) {
      if (!until.aborted) throw error;
    }
  };
  const leaveTurn = () => {
    turn?.abort();
    turn = null;
    if (!leads) return;
    leads = false;
    // Should another tab listen on, it says so.
    setLive(false);
    tellState();
  };
  const look = () => {
    clearTimeout(rest);
    if (document.hidden) rest = setTimeout(leaveTurn, restAfterMs);
    else void takeTurn();
  };

  channel?.addEventListener('message', ({ data }: MessageEvent<Told>) => {
    if (data.kind === 'event') take(data.message);
    if (data.kind === 'who' && leads) tellState({ recent });
    if (data.kind !== 'state') return;
    data.recent?.filter(({ id }) => id !== null && isLater(id, place)).forEach(take);
    place = data.place ?? place;
    setLive(data.live);
  });
  document.addEventListener('visibilitychange', look, { signal });
  // A page that is kept for Back holds no connection.
  addEventListener('pagehide', leaveTurn, { signal });
  addEventListener('pageshow', look, { signal });
  signal.addEventListener('abort', () => {
    clearTimeout(rest);
    setLive(false);
    channel?.close();
  });
  tell({ kind: 'who' });
  look();
  return () => over.abort();
}
