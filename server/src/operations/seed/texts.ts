import { commentText } from '../../../../contract/src/rules/clean-text.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { codePoints, cutText } from '../../../../contract/src/rules/text.ts';
import { fill, type Phrases } from './grammar.ts';
import type { Person } from './people.ts';
import { footballPhrases } from './phrases/football.ts';
import {
  knownLinks,
  linkHosts,
  linkTemplates,
  linkWords,
  mentionTemplates,
  opinionPhrases,
  opinionTemplates,
  questionTemplates,
} from './phrases/opinions.ts';
import { replyPhrases, replyTemplates } from './phrases/replies.ts';
import { livePhrases, liveTemplates, shoutTemplates } from './phrases/short.ts';
import { lineUpTemplate, ratingLines, ratingPhrases, storyParts } from './phrases/stories.ts';
import { topics } from './phrases/topics.ts';
import { type Random, WeightedPick } from './random.ts';

const phrases: Phrases = {
  ...footballPhrases,
  ...livePhrases,
  ...opinionPhrases,
  ...storyParts,
  ...ratingPhrases,
  ...replyPhrases,
};

export type PostText = { readonly text: string; readonly link: string | null };

type Writer = (from: Writing) => PostText;
type Writing = { random: Random; local: Phrases; friend: () => string };

const kinds: readonly (readonly [weight: number, Writer])[] = [
  [6, (w) => words(w, shoutTemplates)],
  [32, (w) => words(w, liveTemplates)],
  [30, (w) => words(w, opinionTemplates)],
  [9, (w) => words(w, questionTemplates)],
  [5, (w) => words({ ...w, local: { ...w.local, friend: [w.friend()] } }, mentionTemplates)],
  [6, linkPost],
  [8, (w) => plainText(story(w, w.random.between(1, 4)))],
  [1.5, (w) => words(w, [lineUpTemplate])],
  [1.5, ratings],
  [1, (w) => plainText(fullLength(w))],
];
const kind = new WeightedPick(kinds.map(([weight]) => weight));

/** `friend` returns a handle to mention. */
export function writePost(random: Random, author: Person, friend: () => string): PostText {
  const write = kinds[kind.index(random)]?.[1] ?? linkPost;
  const post = write({ random, local: localPhrases(author), friend });
  return random.chance(0.12) ? withTopic(random, author, post) : post;
}

function withTopic(random: Random, { club }: Person, { text: before, link }: PostText): PostText {
  const topic = random.chance(0.3) ? club.replaceAll(/[^\p{L}\p{N}]/gu, '') : random.pick(topics);
  const whole = `${before} #${topic}`.trimStart();
  return { text: codePoints(whole) > limits.postText ? before : whole, link };
}

export function writeReply(random: Random, author: Person): string {
  return commentText(fill(random.pick(replyTemplates), [localPhrases(author), phrases], random));
}

function localPhrases({ club }: Person): Phrases {
  return { club: [club], CLUB: [club.toUpperCase()] };
}

function text({ random, local }: Writing, template: string): string {
  return fill(template, [local, phrases], random);
}

function plainText(words: string): PostText {
  return { text: cutText(words, limits.postText).trimEnd(), link: null };
}

function words(writing: Writing, templates: readonly string[]): PostText {
  return plainText(text(writing, writing.random.pick(templates)));
}

function linkPost(writing: Writing): PostText {
  const { random } = writing;
  const intro = random.chance(0.08) ? '' : text(writing, random.pick(linkTemplates));
  const link = exampleLink(random);
  if (intro === '' || random.chance(0.5)) return { text: intro, link };
  return { text: `${intro} ${link}`, link: null };
}

function exampleLink(random: Random): string {
  if (random.chance(0.15)) return `https://${random.pick(knownLinks).replace(/^https:\/\//, '')}`;
  const name = `${random.pick(linkWords)}-${random.pick(linkWords)}-${random.between(2, 9999)}`;
  return random.pick(linkHosts) + name;
}

function story(writing: Writing, paragraphs: number): string {
  const { random } = writing;
  const middle = new Set<string>();
  while (middle.size < Math.min(paragraphs, storyParts.middle.length))
    middle.add(random.pick(storyParts.middle));
  const parts = [random.pick(storyParts.beginning), ...middle, random.pick(storyParts.end)];
  return parts.map((part) => text(writing, part)).join(random.chance(0.6) ? '\n\n' : ' ');
}

function ratings(writing: Writing): PostText {
  const { random } = writing;
  const lines = Array.from({ length: random.between(5, 11) }, () => random.pick(ratingLines));
  const close = random.pick(opinionPhrases.close);
  return plainText(text(writing, [`Puntajes de {day} ({score}):`, '', ...lines, '', close].join('\n')));
}

function fullLength(writing: Writing): string {
  let post = story(writing, 6);
  while (post.length < limits.postText) post += `\n\n${story(writing, 5)}`;
  const start = cutText(post, limits.postText);
  return start.slice(0, start.lastIndexOf('.') + 1);
}
