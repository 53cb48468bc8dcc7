export function get(call: string, query: Record<string, string>, cookie: string): string {
  const search = new URLSearchParams(query).toString();
  return `GET /api/${call}${search && `?${search}`} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`;
}

export function post(call: string, body: object, cookie: string): string {
  const text = JSON.stringify(body);
  return [
    `POST /api/${call} HTTP/1.1`,
    'Host: localhost',
    `Cookie: ${cookie}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    '',
    text,
  ].join('\r\n');
}

export function page(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
}
