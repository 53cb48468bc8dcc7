import { type Logger, pino, stdTimeFunctions } from 'pino';

/**
 * Written synchronously. No line contains an e-mail address, and of database errors only the message is
 * logged: the details may quote user content.
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

// Bounded quantifiers: a long line without an address takes linear time.
const emailAddress = /[\w.%+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;

function errorFields(error: unknown): object {
  if (!(error instanceof Error)) return { message: typeof error };
  const { name, message, stack, cause } = error;
  const { code } = error as NodeJS.ErrnoException;
  return { name, message, code, stack, ...(cause !== undefined && { cause: errorFields(cause) }) };
}
