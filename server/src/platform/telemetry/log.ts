import { type Logger, pino, stdTimeFunctions } from 'pino';

/**
 * The log of the process: one JSON object a line on the standard output, written before the call returns. No line
 * holds an e-mail address, nor more of a database error than its message: its details are what somebody wrote.
 */
export function createLog(level: string, destination?: { write: (line: string) => void }): Logger {
  const options = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: errorFields },
    hooks: { streamWrite: (line: string) => line.replace(emailAddress, '[e-mail]') },
  };
  return pino(options, destination ?? pino.destination({ fd: 1, sync: true }));
}

// Bounded on both sides: a long line without one costs no more than its length.
const emailAddress = /[\w.%+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;

function errorFields(error: unknown): object {
  if (!(error instanceof Error)) return { message: typeof error };
  const { name, message, stack, cause } = error;
  const { code } = error as NodeJS.ErrnoException;
  return { name, message, code, stack, ...(cause !== undefined && { cause: errorFields(cause) }) };
}
