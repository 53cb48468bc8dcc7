import { Resolver } from 'node:dns/promises';

const nothing = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * Every IPv4 and IPv6 address of a host, by DNS alone: the system's own look-up would hold one of the few threads that
 * files and passwords need too, for as long as a name server hangs.
 */
export async function resolveHost(hostname: string, signal: AbortSignal): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    signal.throwIfAborted();
    const [v4, v6] = await Promise.all([
      resolver.resolve4(hostname).catch(orNothing),
      resolver.resolve6(hostname).catch(orNothing),
    ]);
    return [...v4, ...v6];
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

function orNothing(error: unknown): string[] {
  if (nothing.has((error as NodeJS.ErrnoException).code ?? '')) return [];
  throw error;
}
