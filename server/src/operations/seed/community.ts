import { moments } from './calendar.ts';
import { type Extras, ExtrasWriter } from './extras.ts';
import { createPeople, type Person } from './people.ts';
import { createRandom, idAt, type Random, WeightedPick } from './random.ts';
import { writePost, writeReply } from './texts.ts';
import { type FlatComment, type SeededComment, withThreads } from './threads.ts';

const day = 86_400_000;

export type CommunitySize = { readonly users: number; readonly posts: number };

export type SeededPost = {
  readonly id: string;
  /** Index in `people`, like all references to people. */
  readonly author: number;
  readonly text: string;
  readonly link: string | null;
  readonly at: number;
  readonly likes: readonly { readonly who: number; readonly at: number }[];
  readonly comments: readonly SeededComment[];
} & Extras;

export type Community = {
  readonly people: readonly Person[];
  readonly followees: readonly Int32Array[];
  /** Oldest first, generated on demand: a million posts do not fit in memory. */
  posts(): Generator<SeededPost>;
};

// Each picture is a file on disk.
const maxPictures = 1_500;

export const communityDays = 42;

/** Deterministic: the same arguments make the same community. */
export function createCommunity(seed: number, { users, posts }: CommunitySize, until: number): Community {
  const from = until - communityDays * day;
  const people = createPeople(createRandom(seed), users, from - 300 * day, from);
  return {
    people,
    followees: createFollows(createRandom(seed + 1), users),
    posts: () =>
      writePosts(
        createRandom(seed + 2),
        people,
        moments(createRandom(seed + 3), from, until, posts),
        until,
        createRandom(seed + 6),
        new ExtrasWriter(createRandom(seed + 4), {
          users: people.length,
          cast: people.filter(({ inCast }) => inCast).length,
          until,
        }),
      ),
  };
}

/** About fifty followees each, by a power law: the first people are the most popular. */
function createFollows(random: Random, users: number): Int32Array[] {
  const popularity = new WeightedPick(Array.from({ length: users }, (_, i) => (i + 1) ** -0.6));
  return Array.from({ length: users }, (_, follower) => {
    const count = Math.min(random.between(20, 80), Math.floor(users / 3));
    const followees = new Set<number>();
    while (followees.size < count) {
      const followee = popularity.index(random);
      if (followee !== follower) followees.add(followee);
    }
    return Int32Array.from(followees);
  });
}

function* writePosts(
  random: Random,
  people: readonly Person[],
  times: Float64Array,
  until: number,
  threads: Random,
  extras: ExtrasWriter,
): Generator<SeededPost> {
  const talkative = new WeightedPick(people.map((_, i) => (i + 1) ** -0.3));
  const ownLines = people.map(({ lines }) => [...lines]);
  const friend = () => people[talkative.index(random)]?.handle ?? '';
  const lately = times.length * 0.6;
  const recent = new RecentTexts();
  for (const [i, at] of times.entries()) {
    const author = talkative.index(random);
    const person = people[author];
    if (!person) continue;
    const own = i > lately && random.chance(0.5) ? ownLines[author]?.shift() : undefined;
    const { text, link } = own
      ? { text: own, link: null }
      : recent.fresh(() => writePost(random, person, friend));
    const id = idAt(random, at);
    const likes = writeLikes(random, people.length, author, at, until);
    const isLate = i >= times.length - maxPictures;
    yield {
      id,
      author,
      at,
      likes,
      comments: withThreads(threads, writeComments(random, people, at, until), {
        users: people.length,
        until,
      }),
      ...extras.write(id, { text, link }, { at, author, likes: likes.length, isLate }),
    };
  }
}

// Short texts may be repeated, but not within a few pages.
class RecentTexts {
  readonly #last = new Set<string>();

  fresh<T extends { text: string }>(write: () => T): T {
    let post = write();
    for (let i = 0; i < 20 && this.#last.has(post.text); i++) post = write();
    this.#last.add(post.text);
    if (this.#last.size > 400) this.#last.delete(this.#last.values().next().value ?? '');
    return post;
  }
}

function writeLikes(
  random: Random,
  users: number,
  author: number,
  at: number,
  until: number,
): SeededPost['likes'] {
  // Popular people have more readers; a few posts go viral.
  const reach = 5 + 60 / Math.sqrt(author + 4);
  const likes = (reach * random.next() ** 1.5) / (random.next() + 0.02) / 2;
  const count = Math.min(Math.floor(likes), Math.floor(users / 2));
  const who = new Set<number>();
  while (who.size < count) who.add(random.below(users));
  return Array.from(who, (w) => ({ who: w, at: later(random, at, until) }));
}

function writeComments(random: Random, people: readonly Person[], at: number, until: number): FlatComment[] {
  const count = random.chance(0.0004)
    ? random.between(201, 260)
    : Math.floor((3 * random.next() ** 3) / (random.next() + 0.12));
  const times = Array.from({ length: count }, () => later(random, at, until)).sort((a, b) => a - b);
  return times.flatMap((time) => {
    const author = random.below(people.length);
    const person = people[author];
    return person ? [{ id: idAt(random, time), author, text: writeReply(random, person), at: time }] : [];
  });
}

// Most reactions come in the first hours.
function later(random: Random, at: number, until: number): number {
  return Math.min(at + Math.floor(60_000 + 20 * 3_600_000 * random.next() ** 4), until);
}
