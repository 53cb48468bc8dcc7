import { isId } from '../../kernel/ids.ts';
import type { Writes } from '../../kernel/writes.ts';
import { findBlockedActors } from '../../people/store/blocks.ts';
import { GroupCommit } from '../../platform/concurrency/group-commit.ts';
import { isForeignKeyViolation } from '../../platform/postgres/database.ts';
import {
  type CommentRef,
  commentLikesAtOnce,
  deleteCommentLikes,
  findCommentAuthors,
  insertCommentLikes,
  type LikedComment,
} from '../store/comment-likes.ts';
import { commentNotFound } from './comment-removal.ts';

type Tap = { comment: CommentRef; uid: string; liked: boolean };

export class CommentLikes {
  readonly #writes: Writes;
  readonly #taps: GroupCommit<Tap, LikedComment | null>;

  constructor(writes: Writes) {
    this.#writes = writes;
    this.#taps = new GroupCommit({
      fits: (taps, { liked }) => taps[0]?.liked === liked && taps.length < commentLikesAtOnce,
      write: (_, taps) => this.#write(taps),
    });
  }

  async set(uid: string, comment: CommentRef, liked: boolean): Promise<LikedComment> {
    const { postId, commentId } = comment;
    if (!isId(postId) || !isId(commentId)) throw commentNotFound();
    const result = await this.#taps.add(`${postId} ${commentId}`, { comment, uid, liked });
    if (result === null) throw commentNotFound();
    return result;
  }

  async #write(taps: readonly Tap[]): Promise<(LikedComment | null)[]> {
    const [first] = taps;
    if (!first) return [];
    const uids = taps.map(({ uid }) => uid);
    return first.liked ? this.#like(first.comment, uids) : this.#unlike(first.comment, uids);
  }

  // Unliking is allowed even after a block.
  async #unlike(comment: CommentRef, uids: readonly string[]): Promise<(LikedComment | null)[]> {
    return this.#writes.statement(async (db) => {
      const result = await deleteCommentLikes(db, comment, uids);
      db.fact({ type: 'comment-liked', postId: comment.postId, uids });
      return uids.map(() => result);
    });
  }

  async #like(comment: CommentRef, uids: readonly string[]): Promise<(LikedComment | null)[]> {
    const { postId, commentId } = comment;
    try {
      return await this.#writes.transaction(async (tx) => {
        const authors = await findCommentAuthors(tx, comment);
        if (authors === null) throw commentNotFound();
        const barredUids = new Set<string>();
        for (const author of new Set([authors.uid, authors.ownerUid])) {
          const others = uids.filter((uid) => uid !== author);
          if (others.length === 0) continue;
          // The comment's author is checked too: a block with the post's author hides the comment.
          if (author !== authors.uid) others.push(authors.uid);
          for (const uid of await findBlockedActors(tx, author, others)) barredUids.add(uid);
        }
        const likers = uids.filter((uid) => !barredUids.has(uid));
        if (likers.length === 0) return uids.map(() => null);
        const result = await insertCommentLikes(tx, comment, likers, tx.at);
        // The comment was deleted meanwhile; the throw rolls the likes back.
        if (result === null) throw commentNotFound();
        tx.fact({ type: 'comment-liked', postId, uids: likers });
        for (const actorUid of barredUids.has(authors.uid) ? [] : result.newLikers) {
          const about = { actorUid, postId, commentId, snippet: authors.text };
          tx.notify({ ...about, uid: authors.uid, type: 'comment-like' });
        }
        const after = { likes: result.likes, authorUid: authors.uid };
        return uids.map((uid) => (barredUids.has(uid) ? null : after));
      });
    } catch (error) {
      if (isForeignKeyViolation(error)) throw commentNotFound();
      throw error;
    }
  }
}
