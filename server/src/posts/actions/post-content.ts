import type { Input } from '../../../../contract/src/calls/all.ts';
import type { PollKey } from '../../../../contract/src/calls/shapes.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { cleanText } from '../../../../contract/src/rules/clean-text.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { normaliseLink } from '../../../../contract/src/rules/links.ts';
import { pollOptions } from '../../../../contract/src/rules/polls.ts';
import { codePoints } from '../../../../contract/src/rules/text.ts';
import { addJob } from '../../kernel/store/jobs.ts';
import type { Database } from '../../platform/postgres/database.ts';
import type { StoredAttachment } from '../store/attachments.ts';
import type { StoredPoll } from '../store/posts.ts';

export function postText(typed: string): string {
  const text = cleanText(typed);
  if (codePoints(text) > limits.postText) {
    throw new Problem('invalid-argument', `El texto supera los ${limits.postText} caracteres.`);
  }
  return text;
}

/** A post's link as stored; null for an empty one. @throws Problem when it is not a link */
export function postLink(typed: string): string | null {
  if (typed.trim() === '') return null;
  const link = normaliseLink(typed);
  if (link === null) throw new Problem('invalid-argument', 'El enlace no es válido.');
  return link;
}

const keys: readonly PollKey[] = ['a', 'b', 'c', 'd'];

/**
 * A poll as stored: its non-empty options under the keys a to d, and its end. @throws Problem with fewer than two
 * options
 */
export function newPoll(
  { options: typed, durationMinutes }: NonNullable<Input<'publishPost'>['poll']>,
  at: Date,
): StoredPoll {
  const texts = pollOptions(typed);
  if (texts.length < limits.pollOptionsMin) {
    throw new Problem('invalid-argument', 'La encuesta necesita al menos dos opciones.');
  }
  if (texts.some((text) => codePoints(text) > limits.pollOptionText)) {
    throw new Problem('invalid-argument', `Cada opción admite hasta ${limits.pollOptionText} caracteres.`);
  }
  const order = keys.slice(0, texts.length);
  const options = Object.fromEntries(order.map((key, i) => [key, texts[i] ?? '']));
  return { options, order, closesAt: new Date(at.getTime() + durationMinutes * 60_000).toISOString() };
}

/** A file that a post is to have, by the key of its upload. */
export type RequestedFile = { key: string; alt: string | null };

/** The files of a new post in their order. @throws Problem when there are too many, or they are named twice */
export function requestedFiles({
  media,
  attachments,
}: Pick<Input<'publishPost'>, 'media' | 'attachments'>): RequestedFile[] {
  if (media && attachments) throw new Problem('invalid-argument');
  if (!attachments) return media ? [{ key: media.key, alt: null }] : [];
  if (attachments.length > limits.postImages) throw tooManyFiles();
  return attachments.map(({ key, alt }) => ({ key, alt: description(alt ?? null) }));
}

/** The same files with these descriptions, one each. */
export function describedFiles(
  files: readonly StoredAttachment[],
  alts: readonly (string | null)[],
): StoredAttachment[] {
  if (alts.length !== files.length) throw new Problem('invalid-argument');
  return files.map((file, i) => ({ ...file, alt: description(alts[i] ?? null) }));
}

export function tooManyFiles(): Problem {
  return new Problem('invalid-argument', 'Hasta 4 imágenes por publicación.');
}

function description(typed: string | null): string | null {
  const alt = cleanText(typed ?? '');
  if (codePoints(alt) > limits.altText)
    throw new Problem('invalid-argument', `La descripción supera los ${limits.altText} caracteres.`);
  return alt === '' ? null : alt;
}

export function emptyPost(): Problem {
  return new Problem('invalid-argument', 'La publicación está vacía.');
}

/**
 * Fetches the preview of a link in a job, so that nobody waits for a foreign page; one at a time, since pages may hang.
 */
export async function enqueuePreview(tx: Database, postId: string, link: string | null): Promise<void> {
  if (link === null) return;
  await addJob(tx, 'attach-link-preview', { postId, link }, { queue: 'link-previews' });
}
