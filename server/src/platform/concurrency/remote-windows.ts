import {
  type SharedWindows,
  type WindowAnswer,
  type WindowStep,
  WindowsUnavailable,
} from './distributed-rate-limiter.ts';
import { MemoryRateLimiter } from './rate-limiter.ts';

type Question = { readonly windowSteps: number; readonly steps: readonly WindowStep[] };
type Reply = { readonly windowAnswers: number; readonly answers: readonly WindowAnswer[] };

const lateMs = 60_000;

/** Windows in another process, reached by messages. `send` may throw when the channel is closed. */
export class RemoteWindows implements SharedWindows {
  readonly #send: (message: object) => void;
  readonly #waiting = new Map<number, (answers: readonly WindowAnswer[]) => void>();
  readonly #answerMs: number;
  #lastId = 0;

  constructor(send: (message: object) => void, answerMs = 100) {
    this.#send = send;
    this.#answerMs = answerMs;
  }

  run(steps: readonly WindowStep[]): Promise<readonly WindowAnswer[]> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const late = Promise.withResolvers<readonly WindowAnswer[]>();
      const giveUp = () => {
        reject(new WindowsUnavailable('no answer in time', { lateAnswers: late.promise }));
        setTimeout(() => this.#waiting.delete(id), lateMs).unref();
      };
      // After a pause of this process, `setImmediate` lets an answer that has arrived win over the
      // time-out.
      const timer = setTimeout(() => setImmediate(giveUp), this.#answerMs);
      this.#waiting.set(id, (answers) => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve(answers);
        late.resolve(answers);
      });
      try {
        this.#send({ windowSteps: id, steps } satisfies Question);
      } catch (error) {
        clearTimeout(timer);
        this.#waiting.delete(id);
        reject(new WindowsUnavailable('the channel is closed', { cause: error }));
      }
    });
  }

  receive(message: unknown): boolean {
    if (!isObject<Reply>(message, 'windowAnswers')) return false;
    this.#waiting.get(message.windowAnswers)?.(message.answers);
    return true;
  }
}

export class WindowServer {
  readonly #windows = new MemoryRateLimiter();

  receive(message: unknown, reply: (message: object) => void): boolean {
    if (!isObject<Question>(message, 'windowSteps')) return false;
    const { windowSteps, steps } = message;
    reply({ windowAnswers: windowSteps, answers: steps.map((step) => this.#run(step)) } satisfies Reply);
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
