export type SavingState = 'idle' | 'saving' | 'saved' | 'failed';

const pauseMs = 500;

/** Debounced, and one save at a time, so that the last value wins. */
export class LatestSave<T> {
  readonly #save: (value: T) => Promise<unknown>;
  readonly #onState: (state: SavingState) => void;
  #waiting: { value: T; timer: ReturnType<typeof setTimeout> } | null = null;
  #isSaving = false;

  constructor(save: (value: T) => Promise<unknown>, onState: (state: SavingState) => void) {
    this.#save = save;
    this.#onState = onState;
  }

  set(value: T): void {
    clearTimeout(this.#waiting?.timer);
    this.#waiting = { value, timer: setTimeout(() => void this.flush(), pauseMs) };
    this.#onState('idle');
  }

  async flush(): Promise<void> {
    // The running flush picks up the new value.
    if (this.#isSaving) return;
    this.#isSaving = true;
    for (let next = this.#take(); next; next = this.#take()) {
      this.#onState('saving');
      const state = await this.#save(next.value).then(
        () => 'saved' as const,
        () => 'failed' as const,
      );
      if (!this.#waiting) this.#onState(state);
    }
    this.#isSaving = false;
  }

  #take(): { value: T } | null {
    const next = this.#waiting;
    clearTimeout(next?.timer);
    this.#waiting = null;
    return next;
  }
}
