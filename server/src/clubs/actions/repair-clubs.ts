import { firstId } from '../../kernel/ids.ts';
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
  for (let after: string | undefined = firstId; after !== undefined;) {
    const posts = await nextPostsOfFans(db, uids, after);
    const present = await findPresent(db, posts);
    for (const post of posts) {
      if (present.has(`${post.club} ${post.postId}`)) continue;
      await transaction((tx) => markClubPosts(tx, [post]));
      insertedRows++;
    }
    after = posts.at(-1)?.postId;
  }
  return insertedRows;
}

/** Removes members who do not show the club, and deleted posts. @returns how many rows */
export async function removeSurplusOfClubs({ db, transaction }: Writes): Promise<number> {
  let deletedRows = 0;
  for (let after = { club: '', uid: firstId }; ;) {
    const members = await nextMembers(db, after);
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
    const last = members.at(-1);
    if (!last) break;
    after = last;
  }
  for (let after = { club: '', postId: firstId }; ;) {
    const posts = await nextClubPosts(db, after);
    const existing = await findExistingPosts(
      db,
      posts.map(({ postId }) => postId),
    );
    for (const { club, postId } of posts.filter((post) => !existing.has(post.postId))) {
      await deleteClubPost(db, club, postId);
      deletedRows++;
    }
    const last = posts.at(-1);
    if (!last) break;
    after = last;
  }
  return deletedRows;
}
