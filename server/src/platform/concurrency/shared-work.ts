type Flight<T> = { result: Promise<T>; askers: number; abandon: AbortController };

/**
 * Does work once for all who ask for the same key while it runs. When the last of them has left, it is aborted, and
 * who comes after that starts it anew.
 */
export class SharedWork<T> {
  readonly #flights = new Map<string, Flight<T>>();

  /** The result of `work`. Rejects with the reason of `signal` for the asker who leaves. */
  async run(key: string, signal: AbortSignal, work: (abandoned: AbortSignal) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const flight = this.#flights.get(key) ?? this.#start(key, work);
    flight.askers++;
    const left = Promise.withResolvers<never>();
    const leave = () => left.reject(signal.reason as Error);
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([flight.result, left.promise]);
    } finally {
      signal.removeEventListener('abort', leave);
      flight.askers--;
      if (flight.askers === 0) {
        this.#end(key, flight);
        flight.abandon.abort();
      }
    }
  }

  #start(key: string, work: (abandoned: AbortSignal) => Promise<T>): Flight<T> {
    const abandon = new AbortController();
    const flight: Flight<T> = { result: work(abandon.signal), askers: 0, abandon };
    this.#flights.set(key, flight);
    // Its failure belongs to the askers; when all of them have left, to nobody.
    flight.result.catch(() => {}).finally(() => this.#end(key, flight));
    return flight;
  }

  #end(key: string, flight: Flight<T>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }
}
