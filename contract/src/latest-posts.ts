/** JSON with at most three of the latest public posts, for the sign-in pages. */
export const latestPostsPath = '/ultimas.json';

export type LatestPost = {
  readonly id: string;
  readonly uid: string;
  readonly name: string;
  readonly handle: string;
  readonly avatar: string | null;
  readonly line: string;
};
