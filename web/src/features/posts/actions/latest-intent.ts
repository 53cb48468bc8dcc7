type Intent<V> = { wanted: V };

type Handlers<V, R> = {
  send: (key: string, value: V) => Promise<R>;
  /** Every answer of the server; `last` when nothing more is wanted. */
  onAnswer: (key: string, answer: R, last: boolean) => void;
  /** The last wish failed: what the server confirmed before holds. */
  onFailure: (key: string, error: unknown) => void;
};

/**
 * Serialises quick taps: one request in flight per key, the taps made meanwhile are one wish, and the last one wins.
 * Returns the function that wishes.
 */
export function latestIntent<V, R>({ send, onAnswer, onFailure }: Handlers<V, R>) {
  const intents = new Map<string, Intent<V>>();

  async function run(key: string, intent: Intent<V>): Promise<void> {
    for (;;) {
      const sent = intent.wanted;
      const outcome = await send(key, sent).then(
        (answer) => ({ answer }),
        (error: unknown) => ({ error }),
      );
      const last = intent.wanted === sent;
      if ('answer' in outcome) onAnswer(key, outcome.answer, last);
      else if (last) onFailure(key, outcome.error);
      if (last) break;
    }
  }

  return (key: string, wanted: V): void => {
    const running = intents.get(key);
    if (running) {
      running.wanted = wanted;
      return;
    }
    const intent = { wanted };
    intents.set(key, intent);
    void run(key, intent).finally(() => intents.delete(key));
  };
}
