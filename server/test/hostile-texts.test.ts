import { readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Parser } from 'htmlparser2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { cleanLine, cleanText, commentText } from '../../contract/src/rules/clean-text.ts';
import { cutText } from '../../contract/src/rules/text.ts';
import {
  accountRemovedMail,
  deletionRequestedMail,
  deletionCancelledMail,
  passwordChangedMail,
  passwordLinkMail,
} from '../src/accounts/views/mails.ts';
import { pushPayload } from '../src/notifications/views/push-messages.ts';
import { createMailer, type Mail } from '../src/platform/outbound/mail.ts';
import { cloneDatabase } from './database.ts';
import { hostileAddresses, hostileTexts, unstorableTexts } from './hostile-texts.ts';
import { decodeMail } from './mail.ts';
import { openSite, type TestSite, type User } from './site.ts';

const { db } = await cloneDatabase();
let site: TestSite;
let ana: User;
let beto: User;

beforeAll(async () => {
  site = await openSite(db);
  [ana, beto] = [await site.user('Ana'), await site.user('Beto')];
});
afterAll(async () => {
  await site.close();
});

it('there are more than sixty different hostile texts', () => {
  const short = hostileTexts.map((text) => text.replace(/\d/g, ''));
  expect(new Set(short).size).toBeGreaterThanOrEqual(60);
});

it.each([...hostileTexts, ...unstorableTexts])('the calls return %j as plain text', async (text) => {
  const { post } = await ana.call('publishPost', {
    text: cutText(text, 2000),
    poll: { options: [cutText(text, 80), 'otra'], durationMinutes: 1440 },
  });
  const answer = await beto.ask('getPost', { postId: post.id });
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
  });
  expect(answer.body.post.text).toBe(cleanText(cutText(text, 2000)));
  expect(answer.body.post.poll?.options.a?.text).toBe(cleanLine(cutText(text, 80)));
  const { comment } = await beto.call('addComment', { postId: post.id, text });
  expect(comment.text).toBe(commentText(text));
  const displayName = cleanLine(cutText(text, 40));
  const { profile } = await beto.call('updateProfile', { displayName, handle: '', bio: '' });
  expect(profile.displayName).toBe(displayName);
});

it.each(hostileAddresses)('%j is not a link, or one to the web', async (link) => {
  const { status, body } = await ana.ask('publishPost', { text: 'x', link });
  const outcome = status === 200 ? URL.parse(body.post.link ?? '')?.protocol : body.error?.code;
  expect(['http:', 'https:', 'invalid-argument']).toContain(outcome);
});

describe('the mails of a site with a hostile name', () => {
  const address = 'https://tablon.example/recuperar?token=abc';
  const all = (siteName: string): Mail[] => [
    passwordLinkMail(siteName, { to: 'ana@ejemplo.ar', address }),
    passwordChangedMail(siteName, { to: 'ana@ejemplo.ar', address, staysSignedIn: true }),
    deletionRequestedMail(siteName, { to: 'ana@ejemplo.ar', address, deletionAt: new Date(0) }),
    deletionCancelledMail(siteName, { to: 'ana@ejemplo.ar', address }),
    accountRemovedMail(siteName, { to: 'ana@ejemplo.ar' }),
  ];
  const plain = all('Cancha').map(({ html }) => parseHtml(html));

  // The configuration accepts only one-line names.
  const names = hostileTexts
    .map((text) => cleanLine(cutText(text, 40)))
    .filter((name) => !/\p{C}/u.test(name));

  it.each(names)('%j adds no element, attribute or header', async (siteName) => {
    const outbox = join(tmpdir(), `tablon-hostile-${crypto.randomUUID()}`);
    const mailer = createMailer({ smtpUrl: null, mailFrom: 'a@tablon.example', dataDir: outbox });
    for (const [i, mail] of all(siteName).entries()) {
      const { elements, text } = parseHtml(mail.html);
      expect(elements).toEqual(plain[i]?.elements);
      expect(text).toBe(plain[i]?.text.replaceAll('Cancha', () => siteName));
      await mailer.send(mail);
    }
    const folder = join(outbox, 'outbox');
    const answers = await Promise.all(
      (await readdir(folder)).map(async (name) => decodeMail(await readFile(join(folder, name)))),
    );
    await rm(outbox, { recursive: true });
    expect(answers).toHaveLength(5);
    for (const { to, subject, source } of answers) {
      expect(to).toBe('ana@ejemplo.ar');
      expect(subject).toContain(siteName.trim());
      const names = source.slice(0, source.indexOf('\n\n')).match(/^[\w-]+(?=:)/gm);
      expect(names).toEqual(['From', 'To', 'Subject', 'Message-ID', 'Date', 'MIME-Version', 'Content-Type']);
    }
  });
});

it.each(hostileTexts)('a push message with %j keeps its link and shows it as text', (text) => {
  const item = {
    id: 'a',
    type: 'other' as const,
    actorId: null,
    actorName: cutText(text, 40),
    actorHandle: null,
    actorAvatar: null,
    text,
    postId: null,
    link: text,
    textSnippet: cutText(text, 140),
    createdAt: '',
    read: false,
  };
  const payload = pushPayload(text, [{ event: null, item }], 1);
  expect(payload).toMatchObject({ title: text, body: `${text}\n${cutText(text, 140)}` });
  expect(new URL(payload.url, 'https://tablon.example').origin).toBe('https://tablon.example');
});

/** `elements` include their attributes. */
function parseHtml(html: string): { elements: string[]; text: string } {
  const elements: string[] = [];
  let text = '';
  const parser = new Parser({
    onopentag: (name, attributes) => elements.push(`${name} ${JSON.stringify(attributes)}`),
    oncomment: (comment) => elements.push(`comment ${comment}`),
    ontext: (part) => {
      text += part;
    },
  });
  parser.end(html);
  return { elements, text };
}
