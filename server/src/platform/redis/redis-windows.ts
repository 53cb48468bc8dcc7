import { createHash } from 'node:crypto';

import type { Redis } from 'ioredis';

import {
  type SharedWindows,
  type WindowAnswer,
  type WindowStep,
  WindowsUnavailable,
} from '../concurrency/distributed-rate-limiter.ts';

// One script, so that check and count are atomic. Redis's own clock ends the windows, since those of several
// machines differ. A key that Redis drops early only starts its window again.
const script = `
local amount, mode, wait = tonumber(ARGV[1]), ARGV[2], 0
local reply = {0}
for i, key in ipairs(KEYS) do
  local count, left = tonumber(redis.call('GET', key) or 0), redis.call('PTTL', key)
  if left > 0 and count + amount > tonumber(ARGV[2 * i + 1]) then wait = math.max(wait, left) end
  reply[2 * i], reply[2 * i + 1] = count, left
end
reply[1] = wait
if mode == 'look' or (mode == 'take' and wait > 0) then return reply end
for i, key in ipairs(KEYS) do
  reply[2 * i] = redis.call('INCRBY', key, amount)
  if reply[2 * i + 1] < 0 then
    reply[2 * i + 1] = tonumber(ARGV[2 * i + 2])
    redis.call('PEXPIRE', key, reply[2 * i + 1])
  end
end
return reply`;

const scriptHash = createHash('sha1').update(script).digest('hex');

/** Keys are `<site>:rl:{<key>}:<seconds>`; their values are counts, which expire at the window's end. */
export class RedisWindows implements SharedWindows {
  readonly #redis: Redis;
  readonly #site: string;

  /** Commands of `redis` must fail fast (`openRedisCommands`). `site` separates sites that share it. */
  constructor(redis: Redis, site: string) {
    this.#redis = redis;
    this.#site = site;
  }

  run(steps: readonly WindowStep[]): Promise<WindowAnswer[]> {
    return Promise.all(steps.map((step) => this.#run(step)));
  }

  async #run({ mode, key, limits, amount }: WindowStep): Promise<WindowAnswer> {
    // The braces put all windows of a key on one node of a Redis Cluster.
    const keys = limits.map(({ seconds }) => `${this.#site}:rl:{${key}}:${seconds}`);
    const args = [amount, mode, ...limits.flatMap(({ max, seconds }) => [max, seconds * 1_000])];
    const reply = await this.#evaluate(keys, args).catch((error: unknown) => {
      throw new WindowsUnavailable((error as Error).message, { cause: error });
    });
    const [waitMs = 0, ...numbers] = reply;
    return {
      waitMs,
      windows: limits.map((_, i) => ({ count: numbers[2 * i] ?? 0, leftMs: numbers[2 * i + 1] ?? 0 })),
    };
  }

  async #evaluate(keys: string[], args: (string | number)[]): Promise<number[]> {
    try {
      return (await this.#redis.evalsha(scriptHash, keys.length, ...keys, ...args)) as number[];
    } catch (error) {
      // After a restart Redis has lost the script.
      if (!(error as Error).message.startsWith('NOSCRIPT')) throw error;
      return (await this.#redis.eval(script, keys.length, ...keys, ...args)) as number[];
    }
  }
}
