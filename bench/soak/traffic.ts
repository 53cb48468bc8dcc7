import { setTimeout as wait } from 'node:timers/promises';

import { get, post } from '../load/requests.ts';
import type { BenchSite, Visitor } from '../setting/site.ts';

type Act = (visitor: Visitor) => Promise<unknown>;

const workers = 12;
const pauseMs = 120;
// Above twenty posts within 0.75 s, posts share events.
const postsEveryMs = 400;
const targetCount = 500;

export class Traffic {
  readonly published: string[] = [];
  readonly latencies: number[] = [];
  readonly failures: string[] = [];
  readonly #site: BenchSite;
  readonly #visitors: readonly Visitor[];
  #posts: string[] = [];

  constructor(site: BenchSite, visitors: readonly Visitor[]) {
    this.#site = site;
    this.#visitors = visitors;
  }

  async run(end: number): Promise<void> {
    const { rows } = await this.#site.db.query<{ id: string }>(
      "SELECT id FROM posts WHERE comment_policy = 'all' ORDER BY id DESC LIMIT $1",
      [targetCount],
    );
    this.#posts = rows.map(({ id }) => id);
    const work = async () => {
      while (performance.now() < end) {
        await this.#try(any(this.#acts), any(this.#visitors));
        await wait(pauseMs * 2 * Math.random());
      }
    };
    // Sequential, so that events arrive in the order of publishing.
    const write = async () => {
      while (performance.now() < end) {
        await this.#try(this.#publish, any(this.#visitors));
        await wait(postsEveryMs * 2 * Math.random());
      }
    };
    await Promise.all([write(), ...Array.from({ length: workers }, work)]);
  }

  readonly #send = async (request: string) => this.#site.ask(request);

  readonly #publish: Act = async ({ cookie }) => {
    const text = await this.#send(post('publishPost', { text: `Minuto ${this.published.length}` }, cookie));
    this.published.push((JSON.parse(text) as { post: { id: string } }).post.id);
  };

  readonly #feed: Act = ({ cookie }) =>
    this.#send(get('getFeed', { tab: Math.random() < 0.5 ? 'siguiendo' : 'paraVos' }, cookie));

  readonly #like: Act = ({ cookie }) =>
    this.#send(post(Math.random() < 0.6 ? 'likePost' : 'unlikePost', { postId: any(this.#posts) }, cookie));

  readonly #comment: Act = ({ cookie }) =>
    this.#send(post('addComment', { postId: any(this.#posts), text: 'Qué partido' }, cookie));

  readonly #read: Act = ({ cookie }) => this.#send(get('getPost', { postId: any(this.#posts) }, cookie));

  readonly #notifications: Act = async ({ cookie }) => {
    await this.#send(get('getNotifications', {}, cookie));
    if (Math.random() < 0.5) await this.#send(post('markNotificationsRead', {}, cookie));
  };

  readonly #follow: Act = async ({ uid, cookie }) => {
    const { uid: targetUid } = any(this.#visitors);
    if (targetUid === uid) return;
    await this.#send(post(Math.random() < 0.5 ? 'followUser' : 'unfollowUser', { targetUid }, cookie));
  };

  readonly #acts = [
    ...Array.from({ length: 4 }, () => this.#feed),
    ...Array.from({ length: 3 }, () => this.#like),
    this.#comment,
    this.#read,
    this.#notifications,
    this.#follow,
  ];

  async #try(act: Act, visitor: Visitor): Promise<void> {
    const start = performance.now();
    try {
      await act(visitor);
      this.latencies.push(performance.now() - start);
    } catch (error) {
      this.failures.push(error instanceof Error ? error.message : String(error));
    }
  }
}

function any<T>(list: readonly T[]): T {
  const item = list[Math.floor(Math.random() * list.length)];
  if (item === undefined) throw new Error('there is nothing to choose from');
  return item;
}
