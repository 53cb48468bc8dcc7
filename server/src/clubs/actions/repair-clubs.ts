import { firstId } from '../../kernel/ids.ts';
import { readPages } from '../../kernel/read-pages.ts';
import type { Writes } from '../../kernel/writes.ts';
import { findExistingPosts } from '../../posts/store/posts.ts';
import { deleteMember, findMembersAmong, insertMember } from '../store/club-members.ts';
import { deleteClubPost, markClubPosts } from '../store/club-posts.ts';
import { lockOwnClub } from '../store/own-club.ts';
import {
  findPresent,
  findShownClubs,
  nextClubPosts,
  nextMembers,
  nextPostsOfFans,
} from '../store/repair-clubs.ts';

/** Adds members and posts that these users' clubs lack. @returns how many rows */
export async function addMissingToClubs(writes: Writes, uids: readonly string[]): Promise<number> {
  const { db, transaction } = writes;
  let insertedRows = 0;
  for (const [uid, club] of await findShownClubs(db, uids)) {
    if (club === null || (await findMembersAmong(db, club, [uid])).length > 0) continue;
    insertedRows += await transaction(async (tx) => {
      const own = await lockOwnClub(tx, uid);
      if (own?.club !== club || !own.show) return 0;
      await insertMember(tx, club, uid, tx.at);
      return 1;
    });
  }
  const pages = readPages(
    (after) => nextPostsOfFans(db, uids, after),
    ({ postId }) => postId,
    { first: firstId },
  );
  for await (const posts of pages) {
    const present = await findPresent(db, posts);
    for (const post of posts) {
      if (present.has(`${post.club} ${post.postId}`)) continue;
      await transaction((tx) => markClubPosts(tx, [post]));
      insertedRows++;
    }
  }
  return insertedRows;
}

/** Removes members who do not show the club, and deleted posts. @returns how many rows */
export async function removeSurplusOfClubs({ db, transaction }: Writes): Promise<number> {
  let deletedRows = 0;
  const memberPages = readPages(
    (after) => nextMembers(db, after),
    (last) => last,
    { first: { club: '', uid: firstId } },
  );
  for await (const members of memberPages) {
    const clubs = await findShownClubs(
      db,
      members.map(({ uid }) => uid),
    );
    for (const { club, uid } of members.filter((each) => clubs.get(each.uid) !== each.club))
      deletedRows += await transaction(async (tx) => {
        const own = await lockOwnClub(tx, uid);
        if (own?.club === club && own.show) return 0;
        await deleteMember(tx, club, uid);
        return 1;
      });
  }
  const postPages = readPages(
    (after) => nextClubPosts(db, after),
    (last) => last,
    { first: { club: '', postId: firstId } },
  );
  for await (const posts of postPages) {
    const existing = await findExistingPosts(
      db,
      posts.map(({ postId }) => postId),
    );
    for (const { club, postId } of posts.filter((post) => !existing.has(post.postId))) {
      await deleteClubPost(db, club, postId);
      deletedRows++;
    }
  }
  return deletedRows;
}
