import type { ClubReads } from '../../clubs/views/club-reads.ts';
import type { PostReads } from '../../posts/views/post-reads.ts';
import type { SuggestionLists } from './suggestion-lists.ts';

export type DiscoveryReads = PostReads & Pick<ClubReads, 'clubs'> & { readonly suggestions: SuggestionLists };
