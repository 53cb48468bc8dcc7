import type { PostReads } from '../../posts/views/post-reads.ts';
import type { SuggestionLists } from './suggestion-lists.ts';

export type DiscoveryReads = PostReads & { readonly suggestions: SuggestionLists };
