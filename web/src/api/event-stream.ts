import { type EventMessage, readEvents } from './event-text.ts';

export type StreamListener = {
  place: () => string | null;
  onMessage: (message: EventMessage) => void;
  onLive: (live: boolean) => void;
  onRefused: () => void;
};

// The server sends a keep-alive every 25 seconds. A page that slept learns late that its connection is dead.
const silenceMs = 60_000;
const staleMs = 30_000;
const soonMs = 500;
const retryMs = 3_000;
const longestMs = 120_000;
/** A restarting server is back within seconds, so the first retries keep the delay that it named. */
const patientTries = 4;
const crowdedMs = 30_000;

type Outcome = 'ended' | 'failed' | 'stale' | 'refused' | 'crowded' | 'offline';

/**
 * Reads the server's events until `signal` aborts. Reconnects after the delay that the server named, then
 * with exponential back-off, and at once when the network or the user comes back. Not an EventSource, which
 * could neither resume another tab's stream nor tell a 401 from a lost connection.
 */
export async function keepListening(listener: StreamListener, signal: AbortSignal): Promise<void> {
  let retry = retryMs;
  let failures = 0;
  const onMessage = (message: EventMessage) => {
    retry = message.retry ?? retry;
    failures = 0;
    listener.onMessage(message);
  };
  while (!signal.aborted) {
    const outcome = navigator.onLine ? await listen({ ...listener, onMessage }, signal) : 'offline';
    if (signal.aborted) return;
    listener.onLive(false);
    if (outcome === 'refused') listener.onRefused();
    if (outcome !== 'ended') failures += 1;
    await pause(waitAfter(outcome, retry, failures), signal);
  }
}

function waitAfter(outcome: Outcome, retry: number, failures: number): number {
  // The server gives each client a different delay, as jitter.
  if (outcome === 'ended') return retry;
  if (outcome === 'stale') return soonMs * Math.random();
  const backOff = Math.min(retry * 2 ** Math.max(0, failures - patientTries), longestMs);
  return Math.max(backOff, outcome === 'crowded' ? crowdedMs : 0) * (0.75 + Math.random() / 2);
}

async function listen(listener: StreamListener, until: AbortSignal): Promise<Outcome> {
  const connection = new AbortController();
  const signal = AbortSignal.any([until, connection.signal]);
  addEventListener('offline', () => connection.abort(), { signal });
  let silence: ReturnType<typeof setTimeout> | undefined;
  let aliveAt = 0;
  const noteAlive = () => {
    aliveAt = Date.now();
    clearTimeout(silence);
    silence = setTimeout(() => connection.abort(), silenceMs);
  };
  let stale = false;
  const checkStale = () => {
    stale = !document.hidden && Date.now() - aliveAt > staleMs;
    if (stale) connection.abort();
  };
  document.addEventListener('visibilitychange', checkStale, { signal });
  try {
    noteAlive();
    const place = listener.place();
    const headers: Record<string, string> = { accept: 'text/event-stream' };
    if (place !== null) headers['last-event-id'] = place;
    const response = await fetch('/api/events', { headers, signal, cache: 'no-store' });
    if (response.status === 401) return 'refused';
    if (response.status === 429) return 'crowded';
    if (!response.ok || !response.body) return 'failed';
    const take = readEvents(listener.onMessage);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    listener.onLive(true);
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      noteAlive();
      take(piece.value);
    }
    return 'ended';
  } catch (error) {
    // Aborted, or the connection broke: fetch reports every network failure as a TypeError.
    if (signal.aborted || error instanceof TypeError) return stale ? 'stale' : 'failed';
    throw error;
  } finally {
    clearTimeout(silence);
    connection.abort();
  }
}

function pause(milliseconds: number, until: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (until.aborted) return resolve();
    const over = new AbortController();
    const signal = AbortSignal.any([until, over.signal]);
    const timer = setTimeout(() => over.abort(), milliseconds);
    addEventListener('online', () => over.abort(), { signal });
    document.addEventListener('visibilitychange', () => !document.hidden && over.abort(), { signal });
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
