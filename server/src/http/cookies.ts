import type { IncomingHttpHeaders } from 'node:http';

import { parseCookie, type SetCookie, stringifySetCookie } from 'cookie';

import type { CallerReply } from '../kernel/route.ts';

type CookieAttributes = Omit<SetCookie, 'name' | 'value'>;

export type WithHeaders = { readonly headers: IncomingHttpHeaders };

export function cookieOf({ headers }: WithHeaders, name: string): string | undefined {
  return headers.cookie === undefined ? undefined : parseCookie(headers.cookie)[name];
}

/** @param value as in `cookieOf`; an empty one removes the cookie */
export function setCookie(
  reply: Pick<CallerReply, 'header'>,
  name: string,
  value: string,
  attributes: CookieAttributes,
): void {
  const removal = value === '' && { maxAge: 0, expires: new Date(0) };
  reply.header('set-cookie', stringifySetCookie({ name, value, ...attributes, ...removal }));
}
