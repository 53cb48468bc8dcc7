import type { Media } from '../../../../contract/src/calls/shapes.ts';
import { plural } from '../../../../contract/src/rules/counters.ts';
import { outsideCover } from '../../../../contract/src/rules/covers/outside-cover.ts';
import { linkHost } from '../../../../contract/src/rules/links.ts';
import { filesIn, imageAlt, moreImages, moreMark } from '../../../../contract/src/rules/looks/alt-text.ts';
import { initialsOf } from '../../../../contract/src/rules/looks/initials.ts';
import { linkCardOf } from '../../../../contract/src/rules/looks/link-card.ts';
import { quotedHint } from '../../../../contract/src/rules/looks/quoted-hint.ts';
import { mostVotes, pollLine, pollTimeLeft, votePercent } from '../../../../contract/src/rules/polls.ts';
import { withShortLinks } from '../../../../contract/src/rules/texts/split-text.ts';
import { writtenDate } from '../../../../contract/src/rules/written-date.ts';
import { pollView } from '../../posts/views/polls.ts';
import type { CachedPost } from '../../posts/views/post-cache.ts';
import { html, type Html } from './html.ts';
import { avatar, names, profilePath } from './people.ts';
import type { PageSite, PublicPost } from './public-reads.ts';
import { foreign, linkedText } from './texts.ts';

export type Setting = { site: PageSite; now: Date };

export function postCard(
  content: PublicPost,
  { site, now, isOwnPage }: Setting & { isOwnPage: boolean },
): Html {
  const { id, post, author } = content;
  const { createdAt, editedAt } = post.fields;
  const date = html`<time datetime="${createdAt}">${writtenDate(Date.parse(createdAt))}</time>`;
  const editedMark = editedAt !== null && html` <span>· editado</span>`;
  return html`<article class="post${isOwnPage && ' alone'}">
    <a class="face" href="${profilePath(author)}" tabindex="-1" aria-hidden="true">${avatar(author, 44)}</a>
    <div class="body">
      <header>
        <a class="author" href="${profilePath(author)}">${names(author, site)}</a
        >${!isOwnPage && html` <a class="time" href="/p/${id}">${date}</a>${editedMark}`}
      </header>
      ${postContent(content, { site, now })} ${isOwnPage && html`<p class="date">${date}${editedMark}</p>`}
      <p class="counts">${counts(post)}</p>
    </div>
  </article> `;
}

function postContent({ post, author, quoted }: PublicPost, { site, now }: Setting): Html {
  const { text, link, linkPreview, warning } = post.fields;
  const content = html`${text !== '' && html`<p class="text" dir="auto">${linkedText(text, site)}</p>`}
  ${link !== null && linkCard(link, linkPreview)} ${picture(filesIn(post.fields), author.profile.displayName)}
  ${pollCard(post, now)} ${quoted && quotedCard(quoted, { site, now })}`;
  return warning ? cover(warning.label, content) : content;
}

export function cover(label: string, content: Html): Html {
  return html`<details class="covered">
    <summary dir="auto">${label}</summary>
    ${content}
  </details>`;
}

function linkCard(link: string, preview: CachedPost['fields']['linkPreview']): Html | null {
  const card = linkCardOf(link, preview);
  if (card === null) return null;
  const { title, description, site, image } = card;
  const face = image
    ? html`<img src="${image}" alt="" loading="lazy" />`
    : html`<span aria-hidden="true">${initialsOf(linkHost(link)).slice(0, 1)}</span>`;
  return html`<a class="link${!image && ' row'}" href="${link}" rel="${foreign}"
    ><span class="picture">${face}</span>
    <span class="words"
      >${site && html`<span class="site">${site}</span> `}<span class="title">${title}</span
      >${description && html` <span class="description">${description}</span>`}</span
    ></a
  >`;
}

const widest = 566;
const highest = 600;

/** It shows the first file and says how many more there are: members see all. */
function picture(files: readonly Media[], name: string): Html | null {
  const [first] = files;
  if (!first) return null;
  const { url, type, width, height, alt } = first;
  // The attributes reserve the picture's place before it loads: the page has no inline styles.
  const scale = Math.min(1, widest / (width ?? widest), highest / (height ?? highest));
  const size =
    width && height && html` width="${Math.round(width * scale)}" height="${Math.round(height * scale)}"`;
  if (type === 'video') {
    return html`<video
      class="media"
      src="${url}"
      ${size}
      controls
      preload="metadata"
      playsinline
      aria-label="${alt ?? `Video de ${name}`}"
    ></video>`;
  }
  const image = html`<img class="media" src="${url}" ${size} alt="${imageAlt(files, 0)}" />`;
  return files.length === 1 ? image : html`<span class="several">${image}${moreOf(files)}</span>`;
}

function moreOf(files: readonly Media[]): Html {
  return html`<span class="more-images" role="img" aria-label="${moreImages(files)}"
    >${moreMark(files)}</span
  >`;
}

function pollCard(post: CachedPost, now: Date): Html | null {
  const poll = pollView(post);
  if (poll === null) return null;
  const most = mostVotes(poll);
  const timeLeft = pollTimeLeft(poll, now);
  const options = poll.order.map((key) => {
    const { text = '', votes = 0 } = poll.options[key] ?? {};
    const percent = votePercent(votes, poll.totalVotes);
    const leads = most > 0 && votes === most;
    // The width is an SVG attribute, since the page has no inline styles.
    const bar = html`<svg class="bar" aria-hidden="true" preserveAspectRatio="none" viewBox="0 0 100 1">
      <rect width="${percent}" height="1" />
    </svg>`;
    return html`<li${leads && html` class="leads"`}>${bar}<span class="option" dir="auto">${text}</span> <span class="percent">${percent}%</span></li>`;
  });
  return html`<div class="poll" role="group" aria-label="Encuesta">
    <ul>
      ${options}
    </ul>
    <p class="line">${pollLine(poll, now)}${timeLeft && ` · ${timeLeft}`}</p>
  </div>`;
}

function quotedCard(quoted: NonNullable<PublicPost['quoted']>, { site, now }: Setting): Html {
  if (quoted === 'gone') return html`<div class="quoted gone">Publicación no encontrada.</div>`;
  const { post, author } = quoted;
  const part = outsideCover({ ...post.fields, poll: pollView(post) });
  const { id, text, createdAt } = part;
  const files = filesIn(part);
  const [first] = files;
  const hint = quotedHint(part, Number(now));
  const small =
    first &&
    (first.type === 'image'
      ? html`<span class="several small"
          ><img src="${first.url}" alt="${imageAlt(files, 0)}" width="72" height="72" loading="lazy" />${
            files.length > 1 && moreOf(files)
          }</span
        >`
      : html`<span
          class="still"
          role="img"
          aria-label="${first.alt ?? `Video de ${author.profile.displayName}`}"
          >▶</span
        >`);
  return html`<a class="quoted" href="/p/${id}"
    ><span class="head"
      >${avatar(author, 20)}<span class="author">${names(author, site)}</span>
      <time datetime="${createdAt}">${writtenDate(Date.parse(createdAt))}</time></span
    >
    <span class="words"
      >${text !== '' && html`<span class="text" dir="auto">${withShortLinks(text)}</span> `}${hint !== '' && html`<span class="hint">${hint}</span>`}</span
    >${small}</a
  >`;
}

function counts({ counters: { likes, comments, reposts } }: CachedPost): string {
  return [
    plural(likes, 'me gusta', 'me gusta'),
    plural(comments, 'comentario', 'comentarios'),
    plural(reposts, 'repost', 'reposts'),
  ].join(' · ');
}
