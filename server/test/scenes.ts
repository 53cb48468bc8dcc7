import type { CallName, CommandName } from '../../contract/src/calls/all.ts';
import { defaultPushPreferences } from '../../contract/src/rules/push-preferences.ts';
import type { FactName } from '../src/kernel/facts.ts';
import { addJob } from '../src/kernel/store/jobs.ts';
import { outsideWrites } from '../src/operations/commands/outside-writes.ts';
import { findOfficialUid, findUsers } from '../src/people/store/users.ts';
import type { Pool } from '../src/platform/postgres/database.ts';
import { repostPost, unrepostPost } from '../src/posts/actions/reposts.ts';
import { makeOfficial } from '../src/profiles/actions/official-account.ts';
import { Publications } from '../src/timeline/actions/publications.ts';
import { drainJobs } from './drain.ts';
import { solid } from './pictures.ts';
import type { TestSite, User, Visitor } from './site.ts';

export type Scene = {
  act: () => Promise<unknown>;
  posts?: string[];
  comments?: string[];
  people?: string[];
  searches?: string[];
  /** Besides the people of the stage. */
  visitors?: Visitor[];
  /** Not published, so that answers are compared before the fact's job has run. */
  withhold?: FactName;
  /** Replaces the queries. */
  probe?: () => Promise<unknown>;
};

export type Stage = {
  site: TestSite;
  db: Pool;
  ana: User;
  /** Follows Ana. */
  beto: User;
  /** An admin. */
  jefa: User;
  /** The uid of an account whose posts and reposts are merged at read. */
  official: string;
};

export async function setStage(site: TestSite, db: Pool): Promise<Stage> {
  const [ana, beto, jefa] = [await site.user('Ana'), await site.user('Beto'), await site.user('Jefa')];
  await db.raw.query('INSERT INTO admins VALUES ($1, now())', [jefa.uid]);
  await beto.call('followUser', { targetUid: ana.uid });
  await ana.call('setClub', { club: 'boca', show: true });
  // Otherwise the job of the next minute changes answers in the middle of a scene.
  await addJob(db, 'count-club-members', {});
  await drainJobs(db);
  return { site, db, ana, beto, jefa, official: (await findOfficialUid(db))! };
}

/** `as` routes a visitor's calls to another process. */
export async function answersIn(
  { ana, beto, jefa }: Stage,
  { posts = [], comments = [], people = [], searches = [], visitors = [], probe }: Scene,
  as: (who: Visitor) => Visitor = (who) => who,
): Promise<object> {
  if (probe) return { probe: await probe() };
  const bodies: Record<string, unknown> = {};
  const ask = async (who: Visitor, of: string, name: CallName, input: object = {}) => {
    const { status, body } = await as(who).ask(name, input);
    // Cursors and event ids differ between two answers of the same content.
    bodies[`${of} ${name} ${JSON.stringify(input)}`] = [status, { ...body, cursor: null, lastEventId: null }];
  };
  await ask(ana, 'ana', 'getNotifications');
  const askAll = async ([of, who]: [string, Visitor]) => {
    // An own page is kept from the second reading on, its joined text from the fourth.
    for (let i = 1; i <= 4; i++) await ask(who, `${of} ${i}`, 'getFeed', { tab: 'siguiendo' });
    await ask(who, of, 'getFeed', { tab: 'paraVos' });
    for (const name of [
      'getSession',
      'getSavedPosts',
      'getNotifications',
      'getAds',
      'getBlockedUsers',
      'getSuggestedPeople',
      'getHotPosts',
      'getPreferences',
    ] as const)
      await ask(who, of, name);
    await ask(who, of, 'getNotifications', { grouped: 'true' });
    await ask(who, of, 'getFeed', { tab: 'paraVos', club: 'boca' });
    await ask(who, of, 'getSuggestedPeople', { club: 'boca' });
    await ask(who, of, 'getClub', { slug: 'boca' });
    await ask(who, of, 'getClubMembers', { slug: 'boca' });
    await ask(who, of, 'getTag', { tag: 'gol' });
    for (const q of searches) await ask(who, of, 'searchUsers', { q });
    for (const postId of posts) {
      await ask(who, of, 'getPost', { postId });
      await ask(who, of, 'getComments', { postId });
      for (const commentId of comments) await ask(who, of, 'getCommentThread', { postId, commentId });
    }
    for (const uid of people) {
      for (const name of ['getProfile', 'getProfilePosts', 'getFollowers', 'getFollowing'] as const)
        await ask(who, of, name, { uid });
    }
  };
  await Promise.all([...Object.entries({ ana, beto, jefa }), ...Object.entries(visitors)].map(askAll));
  return bodies;
}

const poll = () => ({ options: ['Sí', 'No'], durationMinutes: 1440 as const });
const subscription = () => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${Math.random()}`,
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
});
const nothing = async (): Promise<Scene> => ({ act: async () => undefined });

/** A scene for every command, and for every other change of the site's answers. */
export function createScenes({ site, db, ana, beto, jefa, official }: Stage) {
  const publish = async (who: User, more: object = {}) =>
    (await who.call('publishPost', { text: `#Gol ${Math.random()}`, ...more })).post.id;
  const newAd = async () => {
    const { key } = (await jefa.upload('ad', await solid(80, 40).png().toBuffer())).body;
    return (await jefa.call('adminCreateAd', { linkUrl: 'ole.com.ar', media: { key } })).ad.id;
  };
  const newReport = async (postId: string) => {
    await beto.call('reportContent', { postId, reason: 'spam' });
    return (await jefa.call('adminListReports')).items[0]!.id;
  };
  const sameSession = (who: Visitor) => {
    const visitor = site.visitor();
    for (const [name, value] of who.cookies) visitor.cookies.set(name, value);
    return visitor;
  };
  const signedIn = async (who: User) => {
    const visitor = site.visitor();
    await visitor.call('signIn', { email: who.email, password: 'aguante' });
    return visitor;
  };
  /** Writes like another process, such as the operator's tool. */
  const outside = async (act: (writes: ReturnType<typeof outsideWrites>['writes']) => Promise<unknown>) => {
    const { writes, enqueueFacts } = outsideWrites(db);
    await act(writes);
    await enqueueFacts();
  };
  const isPushed = (who: User) => async () => {
    await beto.call('likePost', { postId: await publish(who) });
    const { rows } = await db.raw.query(
      `WITH key AS (SELECT 'send-push ' || $1 AS key)
     SELECT graphile_worker.remove_job(key) IS NOT NULL AS was_there FROM key
     WHERE EXISTS (SELECT FROM graphile_worker.jobs WHERE jobs.key = key.key)`,
      [who.uid],
    );
    return rows.length;
  };

  const onPost =
    (act: (postId: string) => Promise<unknown>, before?: (postId: string) => Promise<unknown>) =>
    async (): Promise<Scene> => {
      const postId = await publish(ana, { poll: poll() });
      await before?.(postId);
      return { act: () => act(postId), posts: [postId], people: [ana.uid, beto.uid] };
    };
  type OnComment = (ids: { postId: string; commentId: string }) => Promise<unknown>;
  const onComment = (act: OnComment, before?: OnComment) => async (): Promise<Scene> => {
    const postId = await publish(ana);
    const { comment } = await ana.call('addComment', { postId, text: 'opino' });
    const ids = { postId, commentId: comment.id };
    await jefa.call('likeComment', ids);
    await before?.(ids);
    return { act: () => act(ids), posts: [postId], comments: [comment.id], people: [ana.uid] };
  };
  const onPerson =
    (act: (targetUid: string) => Promise<unknown>, before?: (targetUid: string) => Promise<unknown>) =>
    async (): Promise<Scene> => {
      const other = await site.user('Otra');
      const posts = [await publish(other, { text: '¡penal!' }), await publish(ana)];
      await other.call('likePost', { postId: posts[1]! });
      await before?.(other.uid);
      return { act: () => act(other.uid), posts, people: [other.uid, beto.uid], visitors: [other] };
    };
  const commands: Record<CommandName | 'uploadMedia', () => Promise<Scene>> = {
    signUp: async () => ({ act: () => site.user('Nueva'), people: [official], searches: ['nueva'] }),
    signIn: async () => ({ act: () => signedIn(ana) }),
    signOut: async () => {
      const visitor = await signedIn(ana);
      return { act: () => sameSession(visitor).call('signOut'), visitors: [visitor] };
    },
    requestPasswordReset: nothing,
    resetPassword: nothing,
    confirmPassword: nothing,
    changePassword: async () => {
      const visitor = await site.user('Clave');
      const input = { currentPassword: 'aguante', password: 'otra clave' };
      return { act: () => sameSession(visitor).call('changePassword', input), visitors: [visitor] };
    },
    endSession: async () => {
      const who = await site.user('Sesiones');
      const visitor = await signedIn(who);
      const { items } = await who.call('getSessions');
      const sessionId = items.find(({ current }) => !current)!.id;
      return { act: () => who.call('endSession', { sessionId }), visitors: [visitor] };
    },
    endOtherSessions: async () => {
      const who = await site.user('Sesiones');
      const visitor = await signedIn(who);
      return { act: () => who.call('endOtherSessions'), visitors: [visitor] };
    },
    deleteAccount: async () => {
      const who = await site.user('Ida');
      const posts = [await publish(who)];
      const act = () => sameSession(who).call('deleteAccount', { uid: who.uid, password: 'aguante' });
      return { act, posts, people: [who.uid], visitors: [who] };
    },
    publishPost: async () => {
      const posts: string[] = [];
      const act = async () => posts.push(await publish(ana, { text: `#gol hola ${Math.random()}` }));
      return { act, posts, people: [ana.uid] };
    },
    editPost: async () => {
      const { key } = (await ana.upload('post', await solid(40, 30).png().toBuffer())).body;
      const postId = await publish(ana, { attachments: [{ key, alt: 'antes' }] });
      const act = () => ana.call('editPost', { postId, text: 'mejor', link: '', alts: ['después'] });
      return { act, posts: [postId], people: [ana.uid] };
    },
    setPostWarning: onPost((postId) =>
      ana.call('setPostWarning', { postId, warning: { kind: 'otra', label: 'Resultado' } }),
    ),
    deletePost: async () => {
      const remove = onPost(
        (postId) => ana.call('deletePost', { postId }),
        async (postId) => {
          await beto.call('addComment', { postId, text: 'epa' });
          await beto.call('repostPost', { postId });
          await beto.call('savePost', { postId });
          await outside((writes) => repostPost(writes, official, postId));
        },
      );
      return { ...(await remove()), withhold: 'notifications-changed' };
    },
    likePost: onPost((postId) => beto.call('likePost', { postId })),
    unlikePost: onPost(
      (postId) => beto.call('unlikePost', { postId }),
      (postId) => beto.call('likePost', { postId }),
    ),
    repostPost: onPost((postId) => beto.call('repostPost', { postId })),
    unrepostPost: onPost(
      (postId) => beto.call('unrepostPost', { postId }),
      (postId) => beto.call('repostPost', { postId }),
    ),
    savePost: onPost((postId) => beto.call('savePost', { postId })),
    unsavePost: onPost(
      (postId) => beto.call('unsavePost', { postId }),
      (postId) => beto.call('savePost', { postId }),
    ),
    votePoll: onPost((postId) => beto.call('votePoll', { postId, optionId: 'a' })),
    addComment: onPost((postId) => beto.call('addComment', { postId, text: '¿Y el VAR?' })),
    likeComment: onComment((ids) => beto.call('likeComment', ids)),
    unlikeComment: onComment(
      (ids) => beto.call('unlikeComment', ids),
      (ids) => beto.call('likeComment', ids),
    ),
    deleteComment: onComment(
      (ids) => ana.call('deleteComment', ids),
      ({ postId, commentId }) => beto.call('addComment', { postId, text: 'contesto', replyTo: commentId }),
    ),
    setPostControls: onPost((postId) =>
      ana.call('setPostControls', { postId, commentPolicy: 'none', quotesAllowed: false }),
    ),
    adminDeleteComment: async () => {
      const postId = await publish(ana);
      const { comment } = await beto.call('addComment', { postId, text: 'spam' });
      const act = () => jefa.call('adminDeleteComment', { postId, commentId: comment.id });
      return { act, posts: [postId] };
    },
    updateProfile: async () => {
      const displayName = `Ana ${Math.random()}`;
      const act = () => ana.call('updateProfile', { displayName, handle: 'ana_de_todos', bio: '' });
      const postId = await publish(ana);
      await ana.call('addComment', { postId, text: 'Primera' });
      return { act, posts: [postId], people: [ana.uid], searches: [displayName] };
    },
    setClub: async () => {
      const who = await site.user('Hincha');
      await who.call('setClub', { club: 'boca', show: true });
      const posts = [await publish(who)];
      await drainJobs(db);
      const act = () => who.call('setClub', { club: 'boca', show: false });
      return { act, posts, people: [who.uid], visitors: [who] };
    },
    setPreferences: async () => ({ act: () => ana.call('setPreferences', { hideClubs: true }) }),
    setReadingChoice: async () => {
      const { user } = await ana.call('getSession');
      const act = () =>
        ana.call('setReadingChoice', { publicReading: !user?.publicReading, indexable: false });
      return { act, posts: [await publish(ana)], people: [ana.uid] };
    },
    followUser: onPerson((targetUid) => ana.call('followUser', { targetUid })),
    followUsers: onPerson((uid) => ana.call('followUsers', { uids: [uid, beto.uid] })),
    unfollowUser: onPerson(
      (targetUid) => ana.call('unfollowUser', { targetUid }),
      (targetUid) => ana.call('followUser', { targetUid }),
    ),
    blockUser: onPerson(
      (targetUid) => ana.call('blockUser', { targetUid }),
      (targetUid) => ana.call('followUser', { targetUid }),
    ),
    unblockUser: onPerson(
      (targetUid) => ana.call('unblockUser', { targetUid }),
      (targetUid) => ana.call('blockUser', { targetUid }),
    ),
    muteUser: onPerson((targetUid) => ana.call('muteUser', { targetUid })),
    unmuteUser: onPerson(
      (targetUid) => ana.call('unmuteUser', { targetUid }),
      (targetUid) => ana.call('muteUser', { targetUid }),
    ),
    setMutedWords: onPerson(async () => {
      const { words } = await ana.call('getMutedWords');
      await ana.call('setMutedWords', { words: words.length === 0 ? ['penal'] : [] });
    }),
    setOnboarding: async () => {
      const who = await site.user('Recién llegada');
      return { act: () => who.call('setOnboarding', { step: 'follow' }), visitors: [who] };
    },
    uploadMedia: async () => ({
      act: async () => ana.upload('post', await solid(60, 40).png().toBuffer()),
    }),
    markNotificationsRead: onPost(
      () => ana.call('markNotificationsRead'),
      (postId) => beto.call('likePost', { postId }),
    ),
    registerPushToken: async () => {
      const who = await site.user('Con celular');
      return {
        act: () => who.call('registerPushToken', { subscription: subscription() }),
        probe: isPushed(who),
      };
    },
    removePushToken: async () => {
      const who = await site.user('Sin celular');
      const device = { subscription: subscription() };
      await who.call('registerPushToken', device);
      return { act: () => who.call('removePushToken', device), probe: isPushed(who) };
    },
    setPushPreferences: async () => ({
      act: () => ana.call('setPushPreferences', defaultPushPreferences),
    }),
    adImpression: async () => {
      const adId = await newAd();
      return { act: () => ana.call('adImpression', { adId }) };
    },
    adminCreateAd: async () => ({ act: newAd }),
    adminSetAdStatus: async () => {
      const adId = await newAd();
      return { act: () => jefa.call('adminSetAdStatus', { adId, status: 'paused' }) };
    },
    adminDeleteAd: async () => {
      const adId = await newAd();
      return { act: () => jefa.call('adminDeleteAd', { adId }) };
    },
    adminSetUserSuspended: async () => {
      const who = await site.user('Rata');
      const posts = [await publish(who)];
      const act = () => jefa.call('adminSetUserSuspended', { targetUid: who.uid, suspended: true });
      return { act, posts, people: [who.uid], visitors: [who] };
    },
    adminDeletePost: onPost(
      (postId) => jefa.call('adminDeletePost', { postId }),
      (postId) => beto.call('repostPost', { postId }),
    ),
    adminSetTag: async () => ({
      act: () => jefa.call('adminSetTag', { tag: 'gol', hidden: true, display: 'GOL' }),
    }),
    reportContent: onPost((postId) => beto.call('reportContent', { postId, reason: 'spam' })),
    sendPublicReport: nothing,
    adminDecideReport: async () => {
      const reportId = await newReport(await publish(ana));
      return { act: () => jefa.call('adminDecideReport', { reportId, state: 'upheld' }) };
    },
    adminAddReportNote: async () => {
      const reportId = await newReport(await publish(ana));
      return { act: () => jefa.call('adminAddReportNote', { reportId, note: 'ojo' }) };
    },
  };

  /** Changes that no single command causes. */
  const others = {
    'the removal of an account': async () => {
      const who = await site.user('Ida');
      const postId = await publish(ana);
      await who.call('likePost', { postId });
      await who.call('deleteAccount', { uid: who.uid, password: 'aguante' });
      await db.raw.query("UPDATE accounts SET deletion_at = now() - interval '1 day' WHERE uid = $1", [
        who.uid,
      ]);
      return {
        act: () => addJob(db, 'remove-account', { uid: who.uid }),
        posts: [postId],
        people: [ana.uid],
      };
    },
    'the end of a suspension': async () => {
      const who = await site.user('Perdonada');
      const posts = [await publish(who)];
      await jefa.call('adminSetUserSuspended', { targetUid: who.uid, suspended: true });
      const act = () => jefa.call('adminSetUserSuspended', { targetUid: who.uid, suspended: false });
      return { act, posts, people: [who.uid], searches: ['perdonada'] };
    },
    'a follow that opens a post to comments': async () => {
      const who = await site.user('Otra');
      const posts = [await publish(who, { commentPolicy: 'followed' })];
      return { act: () => who.call('followUser', { targetUid: beto.uid }), posts, people: [who.uid] };
    },
    'a post of the official account': async () => ({
      act: () => outside((writes) => new Publications(writes).publish(official, { text: 'Aviso' }, null)),
      people: [official],
    }),
    'a repost by the official account, and its end': async () => {
      const postId = await publish(await site.user('Otra'));
      let isReposted = false;
      const act = () =>
        outside(async (writes) => {
          await (isReposted ? unrepostPost : repostPost)(writes, official, postId);
          isReposted = !isReposted;
        });
      return { act, posts: [postId] };
    },
    'the end of a follow of the official account': async () => {
      const who = await site.user('Sin avisos');
      await outside((writes) => new Publications(writes).publish(official, { text: 'Aviso' }, null));
      return { act: () => who.call('unfollowUser', { targetUid: official }), visitors: [who] };
    },
    'a follow of the official account': async () => {
      const who = await site.user('Con avisos');
      await outside((writes) => new Publications(writes).publish(official, { text: 'Aviso' }, null));
      await who.call('unfollowUser', { targetUid: official });
      return { act: () => who.call('followUser', { targetUid: official }), visitors: [who] };
    },
    'a new ranking of people and posts': async () => {
      const who = await site.user('Goleadora');
      await ana.call('likePost', { postId: await publish(who) });
      return { act: () => addJob(db, 'refresh-suggestions', {}), people: [who.uid] };
    },
    'a new count of fans': async () => {
      const who = await site.user('Hincha');
      await who.call('setClub', { club: 'boca', show: true });
      return { act: () => addJob(db, 'count-club-members', {}) };
    },
    'another official account': async () => {
      const who = await site.user('Oficial');
      const former = (await findOfficialUid(db))!;
      // The followers are counted when the account becomes an ordinary one.
      await db.raw.query('UPDATE users SET followers_count = 0 WHERE uid = $1', [former]);
      await ana.call('followUser', { targetUid: who.uid });
      const act = () =>
        outside(async (writes) => {
          const [user] = await findUsers(db, [who.uid]);
          await makeOfficial(writes, { uid: null }, user!);
        });
      // From now on the account's posts are merged at read.
      const actAndPublish = async () => {
        await act();
        await drainJobs(db);
        await publish(who);
      };
      return { act: actAndPublish, people: [who.uid, former] };
    },
  } satisfies Record<string, () => Promise<Scene>>;

  return { commands, others };
}
