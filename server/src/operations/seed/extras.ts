import type { LinkPreview, PollKey } from '../../../../contract/src/calls/shapes.ts';
import {
  openControls,
  type PostControls,
  type StoredPoll,
  type StoredWarning,
} from '../../posts/store/posts.ts';
import { fill } from './grammar.ts';
import {
  captionEnd,
  captions,
  descriptions,
  polls,
  pollText,
  previews,
  quoteEnd,
  quoteTexts,
  warnings,
} from './phrases/extras.ts';
import { sceneNames, type SceneName } from './pictures/scenes.ts';
import { idAt, type Random } from './random.ts';
import type { PostText } from './texts.ts';

type Reaction = { readonly who: number; readonly at: number };

export type SeededPicture = {
  readonly scene: SceneName;
  readonly variant: 0 | 1;
  readonly alt: string | null;
};

export type Extras = PostControls & {
  readonly linkPreview: LinkPreview | null;
  readonly pictures: readonly SeededPicture[];
  readonly poll: StoredPoll | null;
  readonly votes: readonly (Reaction & { readonly option: PollKey })[];
  readonly quoteOf: string | null;
  readonly warning: StoredWarning | null;
  readonly editedAt: number | null;
  readonly reposts: readonly (Reaction & { readonly id: string })[];
  readonly saves: readonly Reaction[];
};

type Moment = { at: number; author: number; likes: number; isLate: boolean };
type Bounds = { users: number; cast: number; until: number };

const day = 86_400_000;
const durations = [day, 3 * day, 7 * day];
const keys: readonly PollKey[] = ['a', 'b', 'c', 'd'];
const quotable = 300;
const pictureCounts = [1, 2, 1, 3, 1, 4, 1];
const warnedEvery = 40;
const limitedEvery = 60;
const limitations: readonly PostControls[] = [
  { commentPolicy: 'followed', quotesAllowed: true },
  { commentPolicy: 'all', quotesAllowed: false },
  { commentPolicy: 'none', quotesAllowed: false },
];

/** Takes the posts in order: a post may quote an earlier one. */
export class ExtrasWriter {
  readonly #random: Random;
  readonly #bounds: Bounds;
  readonly #earlier: string[] = [];
  // Rare items are used in turn, so that none repeats within a few pages.
  #turns = { poll: 0, quote: 0, picture: 0, post: 0 };

  constructor(random: Random, bounds: Bounds) {
    this.#random = random;
    this.#bounds = bounds;
  }

  write(id: string, base: PostText, moment: Moment): PostText & Extras {
    const random = this.#random;
    const plain = { ...base, pictures: [], poll: null, votes: [], quoteOf: null };
    const post = this.#withPart(plain, base.link === null ? random.next() : 1, moment);
    const turn = this.#turns.post++;
    const controls = everyNth(limitations, turn + limitedEvery / 2, limitedEvery) ?? openControls;
    if (controls.quotesAllowed) this.#earlier.push(id);
    if (this.#earlier.length > quotable) this.#earlier.shift();
    const editTime = moment.at + random.between(60_000, 3_600_000);
    return {
      ...post,
      ...controls,
      linkPreview: this.#preview(base.link),
      warning: everyNth(warnings, turn, warnedEvery) ?? null,
      editedAt: random.chance(0.02) && editTime < this.#bounds.until ? editTime : null,
      reposts: this.#reposts(moment),
      saves: this.#saves(moment.at),
    };
  }

  #withPart<T extends PostText>(post: T, kind: number, { at, isLate }: Moment) {
    if (kind < 0.015) return this.#asPoll(post, at);
    if (kind < 0.045) return this.#asQuote(post, at);
    return isLate && kind < 0.22 ? this.#asPicture(post) : post;
  }

  #asPoll<T>(post: T, at: number) {
    const random = this.#random;
    const [text = '', ...texts] = polls[this.#turns.poll++ % polls.length] ?? [];
    const order = keys.slice(0, texts.length);
    const closes = at + random.pick(durations);
    const options = Object.fromEntries(order.map((key, i) => [key, texts[i] ?? '']));
    const poll: StoredPoll = { options, order, closesAt: new Date(closes).toISOString() };
    const voters = this.#people(random.between(0, 60));
    const until = Math.min(closes, this.#bounds.until);
    const votes = voters.map((who) => ({
      who,
      option: order[Math.floor(order.length * random.next() ** 1.3)] ?? ('a' as const),
      at: Math.floor(at + (until - at) * random.next()),
    }));
    return { ...post, text: fill(pollText, [{ question: [text] }], random), link: null, poll, votes };
  }

  #asQuote<T extends PostText>(post: T, at: number) {
    const random = this.#random;
    if (this.#earlier.length === 0) return { ...post, quoteOf: null };
    const isDeleted = random.chance(0.04);
    const quoteOf = isDeleted ? idAt(random, at - random.between(1, day)) : random.pick(this.#earlier);
    if (random.chance(0.9)) return { ...post, link: null, quoteOf };
    const text = quoteTexts[this.#turns.quote++ % quoteTexts.length] ?? '';
    return { ...post, text: text && fill(`${text}${quoteEnd}`, [], random), link: null, quoteOf };
  }

  #asPicture<T>(post: T) {
    const random = this.#random;
    const turn = this.#turns.picture++;
    const sceneOf = (n: number) => sceneNames[n % sceneNames.length] ?? 'pitch';
    const scene = sceneOf(turn);
    const texts: readonly string[] = captions[scene];
    const variant = random.chance(0.5) ? (1 as const) : (0 as const);
    const text = random.chance(0.1)
      ? ''
      : fill(`${texts[Math.floor(turn / sceneNames.length) % texts.length]}${captionEnd}`, [], random);
    const count = pictureCounts[turn % pictureCounts.length] ?? 1;
    const pictures = Array.from({ length: count }, (_, i): SeededPicture => {
      const each = i === 0 ? scene : sceneOf(turn + i * 3);
      const isDescribed = (turn + i) % 3 !== 0;
      return { scene: each, variant, alt: isDescribed ? descriptions[each] : null };
    });
    return { ...post, text, link: null, pictures };
  }

  #preview(link: string | null): LinkPreview | null {
    if (link === null || !this.#random.chance(0.75)) return null;
    const [title, description] = this.#random.pick(previews);
    return { title, description, image: null, site: new URL(link).hostname.replace(/^www\./, '') };
  }

  #reposts({ at, author, likes }: Moment): Extras['reposts'] {
    const random = this.#random;
    const commenters = Math.floor((likes / 12) * random.next());
    const people = this.#people(Math.min(commenters, 40), 2).filter((who) => who !== author);
    return people.map((who) => {
      const room = Math.min(day, this.#bounds.until - at);
      const when = Math.floor(at + room * random.next() ** 2);
      return { who, at: when, id: idAt(random, when) };
    });
  }

  #saves(at: number): Extras['saves'] {
    if (!this.#random.chance(0.06)) return [];
    return [
      { who: this.#random.below(this.#bounds.cast), at: Math.min(at + day / 2, this.#bounds.until - 1) },
    ];
  }

  #people(count: number, bias = 1): number[] {
    const people = new Set<number>();
    const size = Math.min(count, Math.floor(this.#bounds.users / 2));
    while (people.size < size) people.add(Math.floor(this.#bounds.users * this.#random.next() ** bias));
    return [...people];
  }
}

function everyNth<T>(items: readonly T[], turn: number, n: number): T | undefined {
  return turn % n === n - 1 ? items[Math.floor(turn / n) % items.length] : undefined;
}
