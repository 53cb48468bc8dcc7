import type { ProviderAccount } from './provider.ts';

/** Follows redirects and submits the form like a browser. @returns the query of the callback */
export async function walkThrough(location: string, account: ProviderAccount | 'cancel'): Promise<string> {
  const cookies = new Map<string, string>();
  const provider = new URL(location).origin;
  const step = async (address: string, form?: Record<string, string>) => {
    const response = await fetch(new URL(address, provider), {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]!.split('=');
      cookies.set(name, value);
    }
    return response.headers.get('location') ?? '';
  };
  let next = await step(location);
  for (let hop = 0; hop < 8; hop++) {
    const url = new URL(next, provider);
    if (url.origin !== provider) return url.search;
    const isForm = url.pathname.startsWith('/interaction/');
    next = await step(next, isForm ? (account === 'cancel' ? { cancel: '1' } : account) : undefined);
  }
  throw new Error(`the provider leads nowhere: ${next}`);
}
