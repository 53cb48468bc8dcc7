export type EventMessage = {
  id: string | null;
  event: string | null;
  data: string | null;
  retry: number | null;
};

export function readEvents(onMessage: (message: EventMessage) => void): (piece: string) => void {
  let rest = '';
  return (piece) => {
    const blocks = (rest + piece).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const message = messageOf(block);
      if (message) onMessage(message);
    }
  };
}

// A block of comments alone is a keep-alive.
function messageOf(block: string): EventMessage | null {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const [, name, value] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) continue;
    const before = name === 'data' ? fields.get('data') : undefined;
    fields.set(name, before === undefined ? value : `${before}\n${value}`);
  }
  if (fields.size === 0) return null;
  const retry = Number(fields.get('retry') ?? NaN);
  return {
    id: fields.get('id') ?? null,
    event: fields.get('event') ?? null,
    data: fields.get('data') ?? null,
    retry: Number.isFinite(retry) ? retry : null,
  };
}
