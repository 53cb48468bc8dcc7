import { Resolver } from 'node:dns/promises';

const notFound = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * By DNS: the system resolver (getaddrinfo) would block one of the few threads that files and password hashes
 * need, for as long as a name server hangs.
 */
export async function resolveHost(hostname: string, signal: AbortSignal): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    signal.throwIfAborted();
    const [v4, v6] = await Promise.all([
      resolver.resolve4(hostname).catch(emptyIfNotFound),
      resolver.resolve6(hostname).catch(emptyIfNotFound),
    ]);
    return [...v4, ...v6];
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

function emptyIfNotFound(error: unknown): string[] {
  if (notFound.has((error as NodeJS.ErrnoException).code ?? '')) return [];
  throw error;
}
