import {
  type SharedWindows,
  type WindowAnswer,
  type WindowStep,
  WindowsUnavailable,
} from './distributed-rate-limiter.ts';
import { MemoryRateLimiter } from './rate-limiter.ts';

type Question = { readonly windowSteps: number; readonly steps: readonly WindowStep[] };
type Reply = { readonly windowAnswers: number; readonly answers: readonly WindowAnswer[] };

/**
 * Windows in another process, reached by messages. `send` sends one, and may throw when the channel is closed;
 * `receive` gets every message that comes back, and passes over those that are not for it.
 */
export class RemoteWindows implements SharedWindows {
  readonly #send: (message: object) => void;
  readonly #waiting = new Map<number, (answers: readonly WindowAnswer[]) => void>();
  readonly #answerMs: number;
  #last = 0;

  constructor(send: (message: object) => void, answerMs = 100) {
    this.#send = send;
    this.#answerMs = answerMs;
  }

  run(steps: readonly WindowStep[]): Promise<readonly WindowAnswer[]> {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      const fail = (reason: string, cause?: unknown) => {
        this.#waiting.delete(id);
        reject(new WindowsUnavailable(reason, { cause }));
      };
      // After a pause of this process, an answer that has arrived is read before its time is over.
      const timer = setTimeout(() => setImmediate(fail, 'no answer in time'), this.#answerMs);
      this.#waiting.set(id, (answers) => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve(answers);
      });
      try {
        this.#send({ windowSteps: id, steps } satisfies Question);
      } catch (error) {
        clearTimeout(timer);
        fail('the channel is closed', error);
      }
    });
  }

  /** @returns whether the message was for these windows */
  receive(message: unknown): boolean {
    if (!isObject<Reply>(message, 'windowAnswers')) return false;
    this.#waiting.get(message.windowAnswers)?.(message.answers);
    return true;
  }
}

/** The windows of all processes of one machine, in the process that they send their messages to. */
export class WindowServer {
  readonly #windows: MemoryRateLimiter;

  /** `now` in milliseconds. */
  constructor(now?: () => number) {
    this.#windows = new MemoryRateLimiter(now);
  }

  /** Answers a message of `RemoteWindows`. @returns whether it was one */
  receive(message: unknown, answer: (message: object) => void): boolean {
    if (!isObject<Question>(message, 'windowSteps')) return false;
    const { windowSteps, steps } = message;
    answer({ windowAnswers: windowSteps, answers: steps.map((step) => this.#run(step)) } satisfies Reply);
    return true;
  }

  #run({ mode, key, limits, amount }: WindowStep): WindowAnswer {
    const wait = this.#windows.wait(key, limits, amount);
    if (mode === 'add' || (mode === 'take' && wait === 0)) this.#windows.add(key, limits, amount);
    return { waitMs: wait * 1_000, windows: this.#windows.states(key, limits) };
  }
}

function isObject<T extends object>(message: unknown, name: keyof T): message is T {
  return typeof message === 'object' && message !== null && name in message;
}
