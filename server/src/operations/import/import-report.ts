export type KindReport = {
  read: number;
  imported: number;
  /** From an earlier run, an import that runs at the same time, or an earlier line. */
  existing: number;
  skipped: Record<string, number>;
};

export class ImportReport {
  readonly kinds = new Map<string, KindReport>();
  /** Counts by reason. */
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

  existing(kind: string, count = 1): void {
    this.#of(kind).existing += count;
  }

  skip(kind: string, path: string, reason: string): void {
    const { skipped } = this.#of(kind);
    skipped[reason] = (skipped[reason] ?? 0) + 1;
    this.#onSkip({ path, reason });
  }

  change(path: string, reason: string): void {
    this.changed[reason] = (this.changed[reason] ?? 0) + 1;
    this.#onSkip({ path, reason });
  }

  #of(kind: string): KindReport {
    const report = this.kinds.get(kind);
    if (report) return report;
    const empty = { read: 0, imported: 0, existing: 0, skipped: {} };
    this.kinds.set(kind, empty);
    return empty;
  }
}
