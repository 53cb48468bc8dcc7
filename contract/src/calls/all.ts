import {
  changePassword,
  confirmPassword,
  deleteAccount,
  downloadMyData,
  endOtherSessions,
  endSession,
  getAccount,
  getSessions,
} from './account-life.ts';
import {
  getSession,
  requestPasswordReset,
  resetPassword,
  signIn,
  signOut,
  signUp,
  startGoogleSignIn,
} from './accounts.ts';
import {
  adminDeletePost,
  adminFindUser,
  adminListAudit,
  adminListUsers,
  adminSetUserSuspended,
  getDashboard,
} from './admin.ts';
import {
  adImpression,
  adminAdStats,
  adminCreateAd,
  adminDeleteAd,
  adminListAds,
  adminSetAdStatus,
  adRedirect,
  getAds,
} from './ads.ts';
import {
  blockUser,
  getBlockedUsers,
  getMutedUsers,
  getMutedWords,
  muteUser,
  setMutedWords,
  unblockUser,
  unmuteUser,
} from './blocks.ts';
import { addComment, adminDeleteComment, getComments } from './comments.ts';
import type { InputOf, OutputOf } from './define.ts';
import { followUser, getFollowers, getFollowing, unfollowUser } from './follows.ts';
import { linkPreview } from './links.ts';
import { getNotifications, markNotificationsRead } from './notifications.ts';
import { deletePost, editPost, getFeed, getPost, getSavedPosts, publishPost } from './posts.ts';
import { checkHandle, getProfile, getProfilePosts, searchUsers, updateProfile } from './profiles.ts';
import { getPushPreferences, registerPushToken, removePushToken, setPushPreferences } from './push.ts';
import {
  likePost,
  repostPost,
  savePost,
  unlikePost,
  unrepostPost,
  unsavePost,
  votePoll,
} from './reactions.ts';
import {
  adminAddReportNote,
  adminDecideReport,
  adminListReports,
  reportContent,
  sendPublicReport,
} from './reports.ts';
import { uploadMedia } from './uploads.ts';

/** Every call of the server by its name. The routes, the OpenAPI document and the page's client are made from it. */
export const calls = {
  getSession,
  signUp,
  signIn,
  signOut,
  startGoogleSignIn,
  requestPasswordReset,
  resetPassword,
  getAccount,
  changePassword,
  confirmPassword,
  getSessions,
  endSession,
  endOtherSessions,
  deleteAccount,
  downloadMyData,
  getFeed,
  getPost,
  publishPost,
  editPost,
  deletePost,
  likePost,
  unlikePost,
  repostPost,
  unrepostPost,
  savePost,
  unsavePost,
  votePoll,
  getComments,
  addComment,
  getProfile,
  getProfilePosts,
  getFollowers,
  getFollowing,
  searchUsers,
  checkHandle,
  updateProfile,
  followUser,
  unfollowUser,
  blockUser,
  unblockUser,
  muteUser,
  unmuteUser,
  getBlockedUsers,
  getMutedUsers,
  getMutedWords,
  setMutedWords,
  getSavedPosts,
  uploadMedia,
  linkPreview,
  getNotifications,
  markNotificationsRead,
  registerPushToken,
  removePushToken,
  getPushPreferences,
  setPushPreferences,
  getAds,
  adImpression,
  adRedirect,
  adminListAds,
  adminCreateAd,
  adminSetAdStatus,
  adminDeleteAd,
  adminAdStats,
  getDashboard,
  adminListUsers,
  adminFindUser,
  adminSetUserSuspended,
  adminDeletePost,
  adminListAudit,
  reportContent,
  sendPublicReport,
  adminListReports,
  adminDecideReport,
  adminAddReportNote,
  adminDeleteComment,
} as const;

export type Calls = typeof calls;
export type CallName = keyof Calls;
type NameOf<Kind> = { [N in CallName]: Calls[N]['kind'] extends Kind ? N : never }[CallName];
export type QueryName = NameOf<'query'>;
export type CommandName = NameOf<'command'>;
export type AdminCommandName = {
  [N in CommandName]: Calls[N]['who'] extends 'admin' ? N : never;
}[CommandName];
export type Input<N extends CallName> = InputOf<Calls[N]>;
export type Output<N extends CallName> = OutputOf<Calls[N]>;
