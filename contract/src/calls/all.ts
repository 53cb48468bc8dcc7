import { getSession, resetPassword, signIn, signOut, signUp } from './accounts.ts';
import { addComment, getComments } from './comments.ts';
import type { InputOf, OutputOf } from './define.ts';
import { followUser, unfollowUser } from './follows.ts';
import { deletePost, getFeed, getPost, publishPost } from './posts.ts';
import { checkHandle, getProfile, getProfilePosts, updateProfile } from './profiles.ts';
import { likePost, unlikePost } from './reactions.ts';

/** Every call of the server by its name. The routes, the OpenAPI document and the page's client are made from it. */
export const calls = {
  getSession,
  signUp,
  signIn,
  signOut,
  resetPassword,
  getFeed,
  getPost,
  publishPost,
  deletePost,
  likePost,
  unlikePost,
  getComments,
  addComment,
  getProfile,
  getProfilePosts,
  checkHandle,
  updateProfile,
  followUser,
  unfollowUser,
} as const;

export type Calls = typeof calls;
export type CallName = keyof Calls;
export type QueryName = { [N in CallName]: Calls[N]['kind'] extends 'query' ? N : never }[CallName];
export type CommandName = Exclude<CallName, QueryName>;
export type Input<N extends CallName> = InputOf<Calls[N]>;
export type Output<N extends CallName> = OutputOf<Calls[N]>;
