import { argentine } from '../../../../contract/src/rules/counters.ts';
import { displayHandle } from '../../../../contract/src/rules/handles.ts';
import { writtenDate } from '../../../../contract/src/rules/written-date.ts';
import { type Look, pageDocument } from './document.ts';
import { html, type Html } from './html.ts';
import { postData } from './json-ld.ts';
import { avatar, names, nameWithHandle, profilePath } from './people.ts';
import { postCard, type Setting } from './post-card.ts';
import { imageOfPost } from './preview-image.ts';
import type { PublicComment } from './public-comments.ts';
import type { PageSite, PostWithComments } from './public-reads.ts';
import { linkedText, postLine } from './texts.ts';

export function postPage(
  site: PageSite,
  look: Look,
  { content, now }: { content: PostWithComments; now: Date },
): string {
  const { id, post, author } = content.post;
  const path = `/p/${id}`;
  const image = imageOfPost(post, author, site);
  const title = `${nameWithHandle(author)} en ${site.name}`;
  const head = {
    title,
    description: postLine(post),
    canonicalUrl: site.publicUrl + path,
    type: 'article' as const,
    image,
    indexable: content.indexable,
    feed: { url: `${site.publicUrl}${profilePath(author)}/atom.xml`, title },
    published: post.fields.createdAt,
    data: postData(content, site, image),
  };
  const body = html`<h1 class="hidden">${author.profile.displayName} en ${site.name}</h1>
    ${postCard(content.post, { site, now, isOwnPage: true })} ${comments(content, { site, now })}
    <p class="invite"><a href="/ingresar?volver=${encodeURIComponent(path)}">Ingresá para comentar.</a></p>`;
  return pageDocument(site, look, { head, body, path });
}

function comments({ comments, more }: PostWithComments, setting: Setting): Html | null {
  if (comments.length === 0 && more === 0) return null;
  const list =
    comments.length > 0 &&
    html`<ol class="comments">
      ${comments.map((comment) => commentItem(comment, setting))}
    </ol>`;
  return html`<h2 class="hidden">Comentarios</h2>
    ${list}
    ${more > 0 && html`<p class="more">${more === 1 ? 'Hay 1 comentario más.' : `Hay ${argentine(more)} comentarios más.`}</p>`}`;
}

function commentItem({ comment, author, answeredAuthor }: PublicComment, { site }: Setting): Html {
  const at = comment.created_at;
  const handle = answeredAuthor?.profile.handle;
  // Google reads `data-nosnippet` only on div, span and section.
  return html`<li class="comment">
    <span class="face">${avatar(author, 36)}</span>
    <div class="body" ${!author.indexable && html` data-nosnippet`}>
      <p class="head">
        <a class="author" href="${profilePath(author)}">${names(author, site)}</a>
        <time datetime="${at.toISOString()}">${writtenDate(at)}</time>
      </p>
      ${
        answeredAuthor &&
        handle &&
        html`<p class="answered">
          en respuesta a <a href="${profilePath(answeredAuthor)}">${displayHandle(handle)}</a>
        </p>`
      }
      <p class="text" dir="auto">${linkedText(comment.text, site)}</p>
    </div>
  </li> `;
}
