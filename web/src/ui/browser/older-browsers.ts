import { ignoreMissingChunk } from './chunks.ts';

// Phones without updates lack these: Chrome 106 on Android 6, 119 on Android 7, Safari 16 and 17. See decision 0076.
add(Array.prototype, 'toSorted', methodOf(toSorted));
add(Array.prototype, 'toSpliced', methodOf(toSpliced));
add(Array.prototype, 'with', methodOf(withItem));
add(String.prototype, 'toWellFormed', methodOf(toWellFormed));
add(URL, 'parse', parseUrl);
add(Promise, 'withResolvers', withResolvers);
add(AbortSignal, 'any', anySignal);
if (typeof HTMLElement !== 'undefined' && !('popover' in HTMLElement.prototype)) {
  import('@oddbird/popover-polyfill').catch(ignoreMissingChunk);
}

function add(owner: object, name: string, value: unknown): void {
  if (!(name in owner)) Object.defineProperty(owner, name, { value, writable: true, configurable: true });
}

function methodOf<Self, Rest extends unknown[], Result>(run: (self: Self, ...rest: Rest) => Result) {
  return function (this: Self, ...rest: Rest) {
    return run(this, ...rest);
  };
}

export function toSorted<T>(list: readonly T[], compare?: (a: T, b: T) => number): T[] {
  return [...list].sort(compare);
}

export function toSpliced<T>(list: readonly T[], ...change: Parameters<T[]['splice']>): T[] {
  const copy = [...list];
  copy.splice(...change);
  return copy;
}

export function withItem<T>(list: readonly T[], at: number, item: T): T[] {
  return Object.assign([...list], { [at]: item });
}

export function toWellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
}

export function parseUrl(url: string | URL, base?: string | URL): URL | null {
  try {
    return new URL(url, base);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return null;
  }
}

export function withResolvers<T>(): PromiseWithResolvers<T> {
  const parts = {} as PromiseWithResolvers<T>;
  parts.promise = new Promise<T>((resolve, reject) => Object.assign(parts, { resolve, reject }));
  return parts;
}

export function anySignal(signals: Iterable<AbortSignal>): AbortSignal {
  const end = new AbortController();
  for (const signal of signals) {
    const abort = () => end.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { signal: end.signal });
  }
  return end.signal;
}
