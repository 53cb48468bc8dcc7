import { Problem } from '../../../../contract/src/problem.ts';
import { auditPage } from '../../audit/views/audit.ts';
import { readCursor, writeCursor } from '../../kernel/cursors.ts';
import { type Handlers, JsonText } from '../../kernel/route.ts';
import type { Writes } from '../../kernel/writes.ts';
import type { InFlight } from '../../platform/concurrency/in-flight.ts';
import type { Signer } from '../../platform/secrets/signed.ts';
import { deletePostAsAdmin } from '../../posts/actions/posts.ts';
import type { FeedReads } from '../../timeline/views/feed-reads.ts';
import { setUserSuspended } from '../actions/suspensions.ts';
import { adminUser, adminUsersPage, findUserExactly } from '../views/admin-users.ts';
import { dashboardText } from '../views/dashboard.ts';

type Names =
  | 'getDashboard'
  | 'adminListUsers'
  | 'adminFindUser'
  | 'adminSetUserSuspended'
  | 'adminDeletePost'
  | 'adminListAudit';

const maxWaitMs = 3_000;

type Needs = {
  reads: FeedReads;
  writes: Writes;
  signer: Signer;
  inFlight: InFlight;
  officialUid: string | null;
  superAdminEmail: string | null;
};

export function adminRoutes({
  reads,
  writes,
  signer,
  inFlight,
  officialUid,
  superAdminEmail,
}: Needs): Handlers<Names> {
  const admin = (uid: string) => ({ uid, officialUid, superAdminEmail });

  return {
    getDashboard: async ({ session }) => new JsonText(await dashboardText(reads, admin(session.uid))),
    adminListUsers: async ({ input: { cursor, state, sort = 'newest' }, session: { uid } }) => {
      const list = `users ${state ?? 'all'} ${sort}`;
      const [time, last] = readCursor(signer, list, cursor)?.split(' ') ?? [];
      const after = time !== undefined && last !== undefined ? { uid: last, at: new Date(time) } : null;
      const { items, next } = await adminUsersPage(reads, admin(uid), after, {
        sort,
        suspended: state === undefined ? null : state === 'suspended',
      });
      return { items, cursor: writeCursor(signer, list, next && `${next.at.toISOString()} ${next.uid}`) };
    },
    adminFindUser: async ({ input: { q }, session: { uid } }) => {
      const user = await findUserExactly(reads, admin(uid), q);
      if (!user) throw new Problem('not-found', 'Usuario no encontrado.');
      return { user };
    },
    adminSetUserSuspended: async ({ input, session: { uid } }) => {
      const { targetUid } = input;
      await setUserSuspended(writes, admin(uid), input);
      // By then, commands that the user started before the suspension have finished.
      if (input.suspended) await inFlight.waitUntilIdle(targetUid, maxWaitMs);
      const user = await adminUser(reads, admin(uid), targetUid);
      if (!user) throw new Problem('not-found', 'Usuario no encontrado.');
      return { user };
    },
    adminDeletePost: async ({ input: { postId }, session: { uid } }) => {
      await deletePostAsAdmin(writes, uid, postId);
      return {};
    },
    adminListAudit: async ({ input: { cursor } }) => {
      const list = 'audit';
      const { items, next } = await auditPage(reads, readCursor(signer, list, cursor));
      return { items, cursor: writeCursor(signer, list, next) };
    },
  };
}
