/** Where the ways into the site find the latest posts that anybody may read: at most three, as JSON. */
export const latestPostsPath = '/ultimas.json';

export type LatestPost = {
  readonly id: string;
  /** The author's. */
  readonly uid: string;
  readonly name: string;
  readonly handle: string;
  readonly avatar: string | null;
  /** The text in one line, cut. */
  readonly line: string;
};
