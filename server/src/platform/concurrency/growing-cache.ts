import { LRUCache } from 'lru-cache';

const roomAtFirst = 1_000;
const roomFactor = 4;

type Options<K extends object | string, V extends object | string | number | boolean> = Omit<
  LRUCache.Options<K, V, unknown>,
  'max'
> & { max: number };

/**
 * A cache of the least recently used library that begins small: the library reserves memory for `max` entries
 * at once, 7 MB for 200,000.
 */
export class GrowingCache<K extends object | string, V extends object | string | number | boolean> {
  readonly #options: Options<K, V>;
  #lru: LRUCache<K, V>;

  constructor(options: Options<K, V>) {
    this.#options = options;
    this.#lru = new LRUCache({ ...options, max: Math.min(options.max, roomAtFirst) });
  }

  get size(): number {
    return this.#lru.size;
  }

  get(key: K): V | undefined {
    return this.#lru.get(key);
  }

  peek(key: K, options?: LRUCache.PeekOptions<K, V, unknown>): V | undefined {
    return this.#lru.peek(key, options);
  }

  set(key: K, value: V, options?: LRUCache.SetOptions<K, V, unknown>): void {
    if (this.#lru.size === this.#lru.max) this.#makeRoom();
    this.#lru.set(key, value, options);
  }

  delete(key: K): void {
    this.#lru.delete(key);
  }

  clear(): void {
    this.#lru.clear();
  }

  entries(): Generator<[K, V]> {
    return this.#lru.entries() as Generator<[K, V]>;
  }

  #makeRoom(): void {
    const { max } = this.#options;
    if (this.#lru.max === max) return;
    const larger = new LRUCache({ ...this.#options, max: Math.min(max, roomFactor * this.#lru.max) });
    larger.load(this.#lru.dump());
    this.#lru = larger;
  }
}
