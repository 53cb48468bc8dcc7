import type { Visitor } from './site.ts';

export type ReceivedEvent = { id: string | null; event: string; data: Record<string, unknown> };

export type EventPage = {
  readonly received: ReceivedEvent[];
  lastId: () => string | null;
  readonly ended: Promise<void>;
  close: () => void;
};

/** Resolves after the first block of the stream. */
export async function openEventPage(
  origin: string,
  visitor: Visitor,
  lastEventId?: string,
): Promise<EventPage> {
  const stop = new AbortController();
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(`${origin}/api/events`, {
    headers: { cookie, ...(lastEventId && { 'last-event-id': lastEventId }) },
    signal: stop.signal,
  });
  if (response.status !== 200) throw new Error(`events answered ${response.status}`);
  const events: ReceivedEvent[] = [];
  let lastId: string | null = null;
  let greet: () => void = () => {};
  const greeting = new Promise<void>((resolve) => (greet = resolve));
  const end = (async () => {
    let rest = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      rest += chunk;
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? null;
        lastId = field('id') ?? lastId;
        const event = field('event');
        if (event) events.push({ id: field('id'), event, data: JSON.parse(field('data') ?? '{}') });
      }
      greet();
    }
  })().catch(() => {});
  await greeting;
  return { received: events, lastId: () => lastId, ended: end, close: () => stop.abort() };
}
