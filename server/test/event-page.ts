import type { Visitor } from './site.ts';

export type ReceivedEvent = { id: string | null; event: string; data: Record<string, unknown> };

/** A user's open page, with the events received so far. */
export type EventPage = {
  readonly told: ReceivedEvent[];
  lastId: () => string | null;
  readonly ended: Promise<void>;
  close: () => void;
};

/** Opens the event stream of a site at `origin`, and waits for its greeting. */
export async function openEventPage(origin: string, who: Visitor, lastEventId?: string): Promise<EventPage> {
  const stop = new AbortController();
  const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(`${origin}/api/events`, {
    headers: { cookie, ...(lastEventId && { 'last-event-id': lastEventId }) },
    signal: stop.signal,
  });
  if (response.status !== 200) throw new Error(`events answered ${response.status}`);
  const told: ReceivedEvent[] = [];
  let lastId: string | null = null;
  let greeted: () => void = () => {};
  const greeting = new Promise<void>((resolve) => (greeted = resolve));
  const ended = (async () => {
    let rest = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      rest += chunk;
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? null;
        lastId = field('id') ?? lastId;
        const event = field('event');
        if (event) told.push({ id: field('id'), event, data: JSON.parse(field('data') ?? '{}') });
      }
      greeted();
    }
  })().catch(() => {});
  await greeting;
  return { told, lastId: () => lastId, ended, close: () => stop.abort() };
}
