type Flight<T> = { result: Promise<T>; callers: number; abandon: AbortController };

/**
 * Dedupes concurrent work by key. When the last caller aborts, the work is aborted too, and a later caller
 * starts it again.
 */
export class SharedWork<T> {
  readonly #flights = new Map<string, Flight<T>>();

  async run(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const flight = this.#flights.get(key) ?? this.#start(key, work);
    flight.callers++;
    const departure = Promise.withResolvers<never>();
    const leave = () => departure.reject(signal.reason as Error);
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([flight.result, departure.promise]);
    } finally {
      signal.removeEventListener('abort', leave);
      flight.callers--;
      if (flight.callers === 0) {
        this.#end(key, flight);
        flight.abandon.abort();
      }
    }
  }

  #start(key: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const abandon = new AbortController();
    const flight: Flight<T> = { result: work(abandon.signal), callers: 0, abandon };
    this.#flights.set(key, flight);
    // Callers handle a failure; once all have left, nobody does.
    flight.result.catch(() => {}).finally(() => this.#end(key, flight));
    return flight;
  }

  #end(key: string, flight: Flight<T>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }
}
