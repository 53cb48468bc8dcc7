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

export function postText(input: string): string {
  const text = cleanText(input);
  if (codePoints(text) > limits.postText) {
    throw new Problem('invalid-argument', `El texto supera los ${limits.postText} caracteres.`);
  }
  return text;
}

export function postLink(input: string): string | null {
  if (input.trim() === '') return null;
  const link = normaliseLink(input);
  if (link === null) throw new Problem('invalid-argument', 'El enlace no es válido.');
  return link;
}

const keys: readonly PollKey[] = ['a', 'b', 'c', 'd'];

export function newPoll(
  { options: input, durationMinutes }: NonNullable<Input<'publishPost'>['poll']>,
  at: Date,
): StoredPoll {
  const texts = pollOptions(input);
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

export type RequestedFile = { key: string; alt: string | null };

export function requestedFiles({
  media,
  attachments,
}: Pick<Input<'publishPost'>, 'media' | 'attachments'>): RequestedFile[] {
  if (media && attachments) throw new Problem('invalid-argument');
  if (!attachments) return media ? [{ key: media.key, alt: null }] : [];
  if (attachments.length > limits.postImages) throw tooManyFiles();
  return attachments.map(({ key, alt }) => ({ key, alt: cleanDescription(alt ?? null) }));
}

export function describedFiles(
  files: readonly StoredAttachment[],
  alts: readonly (string | null)[],
): StoredAttachment[] {
  if (alts.length !== files.length) throw new Problem('invalid-argument');
  return files.map((file, i) => ({ ...file, alt: cleanDescription(alts[i] ?? null) }));
}

export function tooManyFiles(): Problem {
  return new Problem('invalid-argument', 'Hasta 4 imágenes por publicación.');
}

function cleanDescription(input: string | null): string | null {
  const alt = cleanText(input ?? '');
  if (codePoints(alt) > limits.altText)
    throw new Problem('invalid-argument', `La descripción supera los ${limits.altText} caracteres.`);
  return alt === '' ? null : alt;
}

export function emptyPost(): Problem {
  return new Problem('invalid-argument', 'La publicación está vacía.');
}

/**
 * A job fetches the preview, so that nobody waits for a foreign page. Jobs run one by one, because pages may
 * hang.
 */
export async function enqueuePreview(tx: Database, postId: string, link: string | null): Promise<void> {
  if (link === null) return;
  await addJob(tx, 'attach-link-preview', { postId, link }, { queue: 'link-previews' });
}
