import { Resolver } from 'node:dns/promises';

const notFound = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * By DNS: the system resolver (getaddrinfo) would block one of the few threads that files and password hashes
 * need, for as long as a name server hangs.
 */
export async function resolveHost(
  hostname: string,
  signal: AbortSignal,
  servers?: readonly string[],
): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (servers) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    signal.throwIfAborted();
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    // Some name servers fail on every question for IPv6 addresses.
    if (addresses.length === 0) for (const answer of answers) throwIfFailed(answer);
    return addresses;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

function throwIfFailed(answer: PromiseSettledResult<string[]>): void {
  if (answer.status === 'fulfilled') return;
  if (!notFound.has((answer.reason as NodeJS.ErrnoException).code ?? '')) throw answer.reason;
}
