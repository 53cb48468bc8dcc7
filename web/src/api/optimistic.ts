type Handlers<Wanted, Answer> = {
  overlay: (id: string, wanted: Wanted | null) => void;
  send: (id: string, wanted: Wanted) => Promise<Answer>;
  settle: (id: string, answer: Answer, wanted: Wanted) => void;
  /**
   * Re-reads the confirmed state before the overlay of a failed change goes, so that the screen changes once.
   */
  reread?: (id: string, error: unknown) => Promise<void>;
  onFailure: (id: string, error: unknown, wanted: Wanted) => void;
};

/**
 * Makes a change that shows at once: an overlay over the confirmed state until the server answers. A failure
 * removes the overlay, so it can never bring back a stale state. Quick taps are serialised: one request in
 * flight per id, and the last tap wins.
 * @returns the function that makes the change; it resolves to whether the server confirmed the last one
 */
export function optimistic<Wanted, Answer>(handlers: Handlers<Wanted, Answer>) {
  const { overlay, send, settle, reread, onFailure } = handlers;
  const running = new Map<string, { wanted: Wanted; done: Promise<boolean> }>();

  async function run(id: string, wanted: Wanted): Promise<boolean> {
    const outcome = await send(id, wanted).then(
      (answer) => ({ answer }),
      (error: unknown) => ({ error }),
    );
    const latest = () => running.get(id)?.wanted ?? wanted;
    if ('answer' in outcome) settle(id, outcome.answer, wanted);
    else if (latest() === wanted) await reread?.(id, outcome.error);
    if (latest() !== wanted) return run(id, latest());
    running.delete(id);
    overlay(id, null);
    if ('error' in outcome) onFailure(id, outcome.error, wanted);
    return 'answer' in outcome;
  }

  return (id: string, wanted: Wanted): Promise<boolean> => {
    overlay(id, wanted);
    const current = running.get(id);
    if (current) {
      current.wanted = wanted;
      return current.done;
    }
    const intent = { wanted, done: Promise.resolve(false) };
    running.set(id, intent);
    intent.done = run(id, wanted);
    return intent.done;
  };
}
