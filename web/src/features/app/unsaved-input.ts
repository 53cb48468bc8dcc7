import { pendingPosts } from '../posts/lists/pending-posts.ts';

/**
 * Whether a reload would lose typed text or cut off a post on its way. The composer stores its own draft.
 */
export function hasUnsavedInput(): boolean {
  if (pendingPosts.read().length > 0) return true;
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'textarea:not([data-stored-draft] *), input:is([type=text], [type=email], [type=password], [type=search], :not([type])):not([data-stored-draft] *)',
  );
  return [...fields].some(({ value }) => value !== '');
}
