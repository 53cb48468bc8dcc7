import type { PostView } from '../../../../../contract/src/calls/shapes.ts';
import { parseJson } from '../../../state/parse-json.ts';
import { withStorage } from '../../../state/storage.ts';
import type { EditInput } from './edit-rules.ts';

type EditedPost = Pick<PostView, 'id' | 'ownerUid'>;

const keyOf = ({ ownerUid, id }: EditedPost) => `tablon.edit.${ownerUid}.${id}`;

/** Of this tab; empty if none is stored. */
export function loadEdit(post: EditedPost): EditInput {
  const value = parseJson(withStorage('sessionStorage', (storage) => storage.getItem(keyOf(post))));
  if (typeof value !== 'object' || value === null) return {};
  const { text, link, alts } = value as { [Key in keyof EditInput]?: unknown };
  return {
    ...(typeof text === 'string' && { text }),
    ...(typeof link === 'string' && { link }),
    ...(isAlts(alts) && { alts }),
  };
}

export function storeEdit(post: EditedPost, input: EditInput): void {
  withStorage('sessionStorage', (storage) => storage.setItem(keyOf(post), JSON.stringify(input)));
}

export function dropEdit(post: EditedPost): void {
  withStorage('sessionStorage', (storage) => storage.removeItem(keyOf(post)));
}

function isAlts(value: unknown): value is Record<number, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((alt) => typeof alt === 'string')
  );
}
