/** What was read of one kind, and what came of it. */
export type KindReport = {
  read: number;
  imported: number;
  /** There already, from an earlier run. */
  known: number;
  /** By reason. */
  skipped: Record<string, number>;
};

/** What an import did, kind by kind; each thing that was left out is told to `onSkip` as well. */
export class ImportReport {
  readonly kinds = new Map<string, KindReport>();
  /** What was changed on its way in, by reason. */
  readonly changed: Record<string, number> = {};
  readonly #onSkip: (line: { path: string; reason: string }) => void;

  constructor(onSkip: (line: { path: string; reason: string }) => void) {
    this.#onSkip = onSkip;
  }

  read(kind: string, count = 1): void {
    this.#of(kind).read += count;
  }

  imported(kind: string, count = 1): void {
    this.#of(kind).imported += count;
  }

  known(kind: string, count = 1): void {
    this.#of(kind).known += count;
  }

  skip(kind: string, path: string, reason: string): void {
    const { skipped } = this.#of(kind);
    skipped[reason] = (skipped[reason] ?? 0) + 1;
    this.#onSkip({ path, reason });
  }

  /** Something came in otherwise than it was. */
  change(path: string, reason: string): void {
    this.changed[reason] = (this.changed[reason] ?? 0) + 1;
    this.#onSkip({ path, reason });
  }

  #of(kind: string): KindReport {
    const known = this.kinds.get(kind);
    if (known) return known;
    const fresh = { read: 0, imported: 0, known: 0, skipped: {} };
    this.kinds.set(kind, fresh);
    return fresh;
  }
}
