type Handlers<Wish, Answer> = {
  overlay: (id: string, wish: Wish | null) => void;
  send: (id: string, wish: Wish) => Promise<Answer>;
  settle: (id: string, answer: Answer, wish: Wish) => void;
  /**
   * Re-reads the confirmed state before the overlay of a failed change goes, so that the screen changes once.
   */
  reread?: (id: string, error: unknown) => Promise<void>;
  onFailure: (id: string, error: unknown, wish: Wish) => void;
};

const drops: (() => void)[] = [];

/** For another person: the answers on their way are the former one's, and no further tap of theirs is sent. */
export function dropChanges(): void {
  for (const drop of drops) drop();
}

/**
 * Makes a change that shows at once: an overlay over the confirmed state until the server answers. A failure
 * removes the overlay, so it can never bring back a stale state. Quick taps are serialised: one request in
 * flight per id, and the last tap wins.
 * @returns the function that makes the change; it resolves to whether the server confirmed the last one
 */
export function optimistic<Wish, Answer>(handlers: Handlers<Wish, Answer>) {
  const { overlay, send, settle, reread, onFailure } = handlers;
  type Intent = { wish: Wish; result: Promise<boolean> };
  const running = new Map<string, Intent>();
  drops.push(() => {
    const ids = [...running.keys()];
    running.clear();
    for (const id of ids) overlay(id, null);
  });

  async function run(id: string, intent: Intent): Promise<boolean> {
    const { wish } = intent;
    const isDropped = () => running.get(id) !== intent;
    const outcome = await send(id, wish).then(
      (answer) => ({ answer }),
      (error: unknown) => ({ error }),
    );
    if (isDropped()) return false;
    if ('answer' in outcome) settle(id, outcome.answer, wish);
    else if (intent.wish === wish) await reread?.(id, outcome.error);
    if (isDropped()) return false;
    if (intent.wish !== wish) return run(id, intent);
    running.delete(id);
    overlay(id, null);
    if ('error' in outcome) onFailure(id, outcome.error, wish);
    return 'answer' in outcome;
  }

  return (id: string, wish: Wish): Promise<boolean> => {
    overlay(id, wish);
    const current = running.get(id);
    if (current) {
      current.wish = wish;
      return current.result;
    }
    const intent = { wish, result: Promise.resolve(false) };
    running.set(id, intent);
    intent.result = run(id, intent);
    return intent.result;
  };
}
