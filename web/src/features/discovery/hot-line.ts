import type { PostView } from '../../../../contract/src/calls/shapes.ts';
import { outsideCover } from '../../../../contract/src/rules/covers/outside-cover.ts';

type Content = Pick<PostView, 'text' | 'poll' | 'media' | 'linkPreview' | 'link' | 'quoteOf' | 'warning'>;

export function hotLine(post: Content): string {
  const { text, poll, media, linkPreview, link, quoteOf } = outsideCover(post);
  const words = text.replaceAll(/\s+/g, ' ').trim();
  if (words !== '') return words;
  if (poll) return `Encuesta: ${poll.order.map((key) => poll.options[key]?.text ?? '').join(' / ')}`;
  if (media) return media.type === 'video' ? 'Video' : 'Foto';
  if (link) return linkPreview?.title ?? link;
  return quoteOf === null ? '' : 'Citó una publicación';
}

export function hotCounts({
  likesCount,
  commentsCount,
}: Pick<PostView, 'likesCount' | 'commentsCount'>): string {
  return [
    likesCount > 0 && `${formatCount(likesCount)} me gusta`,
    commentsCount > 0 &&
      `${formatCount(commentsCount)} ${commentsCount === 1 ? 'comentario' : 'comentarios'}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function formatCount(count: number): string {
  return count.toLocaleString('es-AR');
}
