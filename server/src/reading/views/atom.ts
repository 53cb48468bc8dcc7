import { Feed } from 'feed';

import { outsideCover } from '../../../../contract/src/rules/covers/outside-cover.ts';
import { displayHandle } from '../../../../contract/src/rules/handles.ts';
import { filesIn, imageAlt } from '../../../../contract/src/rules/looks/alt-text.ts';
import { escapeHtml } from '../../kernel/escape-html.ts';
import { pollView } from '../../posts/views/polls.ts';
import { html } from './html.ts';
import { nameWithHandle, profilePath } from './people.ts';
import { cover } from './post-card.ts';
import type { ProfileWithPosts, PublicPost, PublicSite } from './public-reads.ts';
import { linkedText, postLine } from './texts.ts';

const titleLength = 80;

export function atomFeed({ profile, posts }: ProfileWithPosts, site: PublicSite): string {
  const { uid, displayName, avatar, createdAt } = profile.profile;
  const address = site.publicUrl + profilePath(profile);
  const title = `${nameWithHandle(profile)} en ${site.name}`;
  const times = posts.map(({ post: { fields } }) => Date.parse(fields.editedAt ?? fields.createdAt));
  const feed = new Feed({
    id: `${site.publicUrl}/perfil/${uid}`,
    title: inXml(title),
    updated: new Date(Math.max(Date.parse(createdAt), ...times)),
    generator: false,
    link: address,
    feed: `${address}/atom.xml`,
    author: { name: inXml(displayName), link: address },
    ...(avatar !== null && { image: new URL(avatar, site.publicUrl).href }),
  });
  for (const entry of posts) {
    const { createdAt: at, editedAt } = entry.post.fields;
    const link = `${site.publicUrl}/p/${entry.id}`;
    // The feed library does not escape titles and contents.
    const line = escapeHtml(inXml(postLine(entry.post, titleLength)));
    feed.addItem({
      title: line,
      id: link,
      link,
      published: new Date(at),
      date: new Date(editedAt ?? at),
      content: inXml(contentOf(entry, site)),
    });
  }
  return feed.atom1();
}

function contentOf({ post, author, quoted }: PublicPost, site: PublicSite): string {
  const { text, link, linkPreview, warning } = post.fields;
  const base = site.publicUrl;
  const name = author.profile.displayName;
  const poll = pollView(post);
  const files = filesIn(post.fields);
  const media = files.map(({ url, type, alt }, n) => {
    const file = new URL(url, base).href;
    return type === 'image'
      ? html`<p><img src="${file}" alt="${imageAlt(files, n)}" /></p>`
      : html`<p><a href="${file}">${alt ?? `Video de ${name}`}</a></p>`;
  });
  const lines = text
    .split('\n')
    .map((line, i) => [i > 0 && html`<br />`, linkedText(line, { ...site, base })]);
  const content = html`${text !== '' && html`<p>${lines}</p>`}${media}${
    poll &&
    html`<ul>
      ${poll.order.map((key) => html`<li>${poll.options[key]?.text}</li>`)}
    </ul>`
  }${link !== null && html`<p><a href="${link}">${linkPreview?.title ?? link}</a></p>`}${quoted && quote(quoted, base)}`;
  return (warning ? cover(warning.label, content) : content).text;
}

function quote(quoted: NonNullable<PublicPost['quoted']>, base: string) {
  if (quoted === 'gone') return html`<p>Publicación no encontrada.</p>`;
  const fields = outsideCover(quoted.post.fields);
  const { displayName, handle } = quoted.author.profile;
  return html`<blockquote>
    <p><a href="${base}/p/${fields.id}">${displayName} ${displayHandle(handle)}</a></p>
    <p>${fields.text}</p>
  </blockquote>`;
}

// XML forbids these characters, even escaped.
function inXml(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');
}
