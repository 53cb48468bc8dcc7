/** Nearly always the value itself, from a cache: waiting for a promise costs as much as the look-up. */
export type MaybePromise<T> = T | Promise<T>;

/** As `then`, without waiting when the value is there already. */
export function andThen<A, B>(value: MaybePromise<A>, work: (value: A) => MaybePromise<B>): MaybePromise<B> {
  return value instanceof Promise ? value.then(work) : work(value);
}

/** As `Promise.all`, without waiting when all values are there already. */
export function all<T>(values: readonly MaybePromise<T>[]): MaybePromise<readonly T[]> {
  return values.some((value) => value instanceof Promise) ? Promise.all(values) : (values as readonly T[]);
}

/** As `all`, for two of different types. */
export function both<A, B>(a: MaybePromise<A>, b: MaybePromise<B>): MaybePromise<[A, B]> {
  return a instanceof Promise || b instanceof Promise ? Promise.all([a, b]) : [a, b];
}
