import type { PostView, Profile } from '../../../contract/src/calls/shapes.ts';
import { changePosts } from './post-cache.ts';

type Author = Pick<Profile, 'uid' | 'displayName' | 'handle' | 'avatar' | 'club'>;

export function renameAuthor({ uid, displayName, handle, avatar, club }: Author): void {
  const author = {
    authorName: displayName,
    authorHandle: handle,
    authorAvatar: avatar,
    // Undefined for an author who shows none.
    authorClub: club as string,
  };
  const isOwn = (post: Pick<PostView, 'authorId'> | null) => post?.authorId === uid;
  changePosts((post) => {
    const { quoted } = post;
    if (!isOwn(post) && !isOwn(quoted)) return post;
    return {
      ...post,
      ...(isOwn(post) && author),
      quoted: quoted && isOwn(quoted) ? { ...quoted, ...author } : quoted,
    };
  });
}
