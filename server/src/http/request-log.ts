import type { FastifyBaseLogger } from 'fastify';
import type { ChildLoggerOptions, Logger, LogFn } from 'pino';

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';
type Line = Parameters<LogFn>;

/**
 * The child logger of a request, made when its first line is logged: making one takes 2 µs, and hardly any
 * request logs.
 */
export class RequestLog {
  readonly #parent: Logger;
  readonly #bindings: object;
  readonly #options: ChildLoggerOptions | undefined;
  #log: Logger | undefined;

  constructor(parent: Logger, bindings: object, options?: ChildLoggerOptions) {
    this.#parent = parent;
    this.#bindings = bindings;
    this.#options = options;
  }

  get level(): string {
    return this.#parent.level;
  }

  child(bindings: object, options?: ChildLoggerOptions): RequestLog {
    return new RequestLog(this.#own(), bindings, options);
  }

  fatal(...line: Line): void {
    this.#write('fatal', line);
  }

  error(...line: Line): void {
    this.#write('error', line);
  }

  warn(...line: Line): void {
    this.#write('warn', line);
  }

  info(...line: Line): void {
    this.#write('info', line);
  }

  debug(...line: Line): void {
    this.#write('debug', line);
  }

  trace(...line: Line): void {
    this.#write('trace', line);
  }

  silent(): void {}

  #write(level: Level, line: Line): void {
    if (this.#parent.isLevelEnabled(level)) this.#own()[level](...line);
  }

  #own(): Logger {
    this.#log ??= this.#parent.child(this.#bindings, this.#options);
    return this.#log;
  }
}

/** A logger for Fastify, which makes a child of it for each request. */
export function withRequestLogs(log: Logger): FastifyBaseLogger {
  const child = (bindings: object, options: ChildLoggerOptions) => new RequestLog(log, bindings, options);
  // Fastify reads the serializers of the logger itself: without them it would log errors in full.
  return Object.create(log, { child: { value: child } }) as FastifyBaseLogger;
}

const linesPerSecond = 20;

/** In a flood of refusals or failures the metrics count all of them, the log shows a sample. */
export class LineBudget {
  #second = 0;
  #used = 0;

  take(): boolean {
    const second = Math.floor(performance.now() / 1_000);
    if (second !== this.#second) this.#used = 0;
    this.#second = second;
    return this.#used++ < linesPerSecond;
  }
}
