import { type Logger, pino } from 'pino';

/** The log of the process: one JSON object a line on the standard output, written before the call returns. */
export function createLog(level: string): Logger {
  return pino({ level, base: null }, pino.destination({ fd: 1, sync: true }));
}
