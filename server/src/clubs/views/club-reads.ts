import type { PeopleReads } from '../../people/views/people-reads.ts';
import type { ClubHeads } from './club-heads.ts';
import type { ClubList } from './club-list.ts';

export type ClubReads = PeopleReads & { readonly clubs: ClubList; readonly clubHeads: ClubHeads };
