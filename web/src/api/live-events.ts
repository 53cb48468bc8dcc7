import type { LiveEvent, LiveEventName } from '../../../contract/src/calls/events.ts';
import { isLater, isNewer } from './event-place.ts';
import { keepListening } from './event-stream.ts';
import type { EventMessage } from './event-text.ts';

/** A 'bye' needs no listener: the stream ends with it. */
type EventName = Exclude<LiveEventName, 'bye'>;

export type LiveListener = {
  on: { [Name in EventName]: (event: LiveEvent<Name>) => void };
  onLive: (live: boolean) => void;
};

/** Sent between the tabs of a user. `who`: a new tab asks the leading one for the state and recent events. */
type TabMessage =
  | { kind: 'event'; message: EventMessage }
  | { kind: 'state'; live: boolean; place: string | null; recent?: readonly EventMessage[] }
  | { kind: 'who' };

// A page hidden for this long gives up its connection, which drains a phone's battery.
const restAfterMs = 5 * 60_000;
const recentAtMost = 200;

/**
 * Receives the user's events over one connection for all tabs: one tab leads and forwards them; when it
 * closes, the next one resumes. `since` is the last event that this tab's content includes, or null.
 * @returns the function that ends it
 */
export function joinLive(uid: string, since: string | null, listener: LiveListener): () => void {
  const name = `tablon.live.${uid}`;
  const over = new AbortController();
  const { signal } = over;
  // Without the Locks API (an insecure origin) no tab can be elected, so each one connects by itself.
  const channel = 'locks' in navigator ? new BroadcastChannel(name) : null;
  const broadcast = (message: TabMessage) => channel?.postMessage(message);
  const recent: EventMessage[] = [];
  let place = since;
  let live = false;
  let leads = false;
  let turn: AbortController | null = null;
  let rest: ReturnType<typeof setTimeout> | undefined;

  const take = (message: EventMessage) => {
    const { id, event, data } = message;
    if (id !== null && event !== null && !isNewer(id, place)) return;
    place = id ?? place;
    if (id !== null && event !== null && recent.push(message) > recentAtMost) recent.shift();
    const handle = event !== null && event in listener.on && listener.on[event as EventName];
    if (handle) handle(JSON.parse(data ?? '{}') as never);
  };
  const setLive = (next: boolean) => {
    if (live === next) return;
    live = next;
    listener.onLive(next);
  };
  const broadcastState = (more = {}) => broadcast({ kind: 'state', live, place, ...more });
  const forward = (message: EventMessage) => {
    take(message);
    if (message.event === null) broadcastState();
    else broadcast({ kind: 'event', message });
  };
  const lead = async (until: AbortSignal) => {
    leads = true;
    const onLive = (next: boolean) => {
      setLive(next);
      broadcastState();
    };
    const onRefused = () => forward({ id: null, event: 'session-ended', data: '{}', retry: null });
    await keepListening({ place: () => place, onMessage: forward, onLive, onRefused }, until);
  };

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
    setLive(false);
    broadcastState();
  };
  const followVisibility = () => {
    clearTimeout(rest);
    if (document.hidden) rest = setTimeout(leaveTurn, restAfterMs);
    else void takeTurn();
  };

  channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === 'event') take(data.message);
    if (data.kind === 'who' && leads) broadcastState({ recent });
    if (data.kind !== 'state') return;
    data.recent?.filter(({ id }) => id !== null && isLater(id, place)).forEach(take);
    place = data.place ?? place;
    setLive(data.live);
  });
  document.addEventListener('visibilitychange', followVisibility, { signal });
  // A page in the back/forward cache must not hold a connection.
  addEventListener('pagehide', leaveTurn, { signal });
  addEventListener('pageshow', followVisibility, { signal });
  signal.addEventListener('abort', () => {
    clearTimeout(rest);
    setLive(false);
    channel?.close();
  });
  broadcast({ kind: 'who' });
  followVisibility();
  return () => over.abort();
}
