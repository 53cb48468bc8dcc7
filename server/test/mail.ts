export type ReadMail = {
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  source: string;
};

export function decodeMail(bytes: Buffer): ReadMail {
  const source = bytes.toString('latin1').replaceAll('\r\n', '\n');
  const { head, body } = splitHead(source);
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1] ?? '';
  const parts = body.split(`--${boundary}`).map(splitHead);
  const part = (type: string) => {
    const part = parts.find(({ head }) => head.includes(`Content-Type: ${type}`));
    return part ? decodeBody(part.head, part.body) : '';
  };
  const header = (name: string) => decodeWords(new RegExp(`^${name}: (.*)$`, 'm').exec(head)?.[1] ?? '');
  return {
    from: header('From'),
    to: header('To'),
    subject: header('Subject'),
    text: part('text/plain'),
    html: part('text/html'),
    source,
  };
}

function splitHead(text: string): { head: string; body: string } {
  const start = text.replace(/^\n/, '');
  const end = start.indexOf('\n\n');
  // Long headers are folded over several lines.
  return { head: start.slice(0, end).replace(/\n[ \t]+/g, ' '), body: start.slice(end + 2) };
}

function decodeBody(head: string, body: string): string {
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString();
  if (!/quoted-printable/i.test(head)) return body;
  return decodeQuoted(body.replace(/=\n/g, ''));
}

// =?UTF-8?Q?Tabl=C3=B3n?=
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, way: string, word: string) =>
      way.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString()
        : decodeQuoted(word.replaceAll('_', ' ')),
    );
}

function decodeQuoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
