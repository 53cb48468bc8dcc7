import { readCursor, writeCursor } from '../../kernel/cursors.ts';
import type { CallRequest, Handlers } from '../../kernel/route.ts';
import type { Writes } from '../../kernel/writes.ts';
import { muteUser, setMutedWords, unmuteUser } from '../../people/actions/mutes.ts';
import { exclusionsOf } from '../../people/views/exclusions.ts';
import type { PeopleReads } from '../../people/views/people-reads.ts';
import type { Signer } from '../../platform/secrets/signed.ts';
import { blockUser, unblockUser } from '../actions/blocks.ts';
import { mutedWordsOf, blockedOrMutedPage } from '../views/blocks-and-mutes.ts';

type Change = 'blockUser' | 'unblockUser' | 'muteUser' | 'unmuteUser';
type List = 'getBlockedUsers' | 'getMutedUsers';

type Needs = { reads: PeopleReads; writes: Writes; signer: Signer };

export function blockRoutes({
  reads,
  writes,
  signer,
}: Needs): Handlers<Change | List | 'getMutedWords' | 'setMutedWords'> {
  const changeHandler =
    (change: typeof blockUser) =>
    async ({ input: { targetUid }, session: { uid } }: CallRequest<Change>) => {
      await change(writes, uid, targetUid);
      const { blocks, mutes } = await exclusionsOf(reads, uid, [targetUid]);
      return { blocked: blocks.has(targetUid), muted: mutes.has(targetUid) };
    };

  const listHandler =
    (list: 'blocked' | 'muted') =>
    async ({ input: { cursor }, session: { uid } }: CallRequest<List>) => {
      const name = `${list} ${uid}`;
      const [time, last] = readCursor(signer, name, cursor)?.split(' ') ?? [];
      const before = time !== undefined && last !== undefined ? { uid: last, at: new Date(time) } : null;
      const { items, next } = await blockedOrMutedPage(reads, uid, list, before);
      return { items, cursor: writeCursor(signer, name, next && `${next.at.toISOString()} ${next.uid}`) };
    };

  return {
    blockUser: changeHandler(blockUser),
    unblockUser: changeHandler(unblockUser),
    muteUser: changeHandler(muteUser),
    unmuteUser: changeHandler(unmuteUser),
    getBlockedUsers: listHandler('blocked'),
    getMutedUsers: listHandler('muted'),
    getMutedWords: async ({ session: { uid } }) => ({ words: await mutedWordsOf(reads, uid) }),
    setMutedWords: async ({ input: { words }, session: { uid } }) => ({
      words: await setMutedWords(writes, uid, words),
    }),
  };
}
