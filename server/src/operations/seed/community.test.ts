import { describe, expect, test } from 'vitest';

import { cleanLine, cleanText } from '../../../../contract/src/rules/clean-text.ts';
import { isValidHandle, normaliseHandle } from '../../../../contract/src/rules/handles.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { normaliseLink } from '../../../../contract/src/rules/links.ts';
import { codePoints } from '../../../../contract/src/rules/text.ts';
import { isId } from '../../kernel/ids.ts';
import { cast } from './cast.ts';
import { createCommunity } from './community.ts';

const until = Date.UTC(2026, 10, 21, 12);
const size = { users: 2_000, posts: 20_000 };
const community = createCommunity(1986, size, until);
const posts = [...community.posts()];

describe('the example community', () => {
  test('is the same for the same seed and moment', () => {
    const small = { users: 120, posts: 400 };
    const textOf = (seed: number) => {
      const { people, followees, posts: write } = createCommunity(seed, small, until);
      return JSON.stringify([people, followees.map((list) => list.join()), [...write()]]);
    };
    expect(textOf(3)).toBe(textOf(3));
    expect(textOf(3)).not.toBe(textOf(4));
  });

  test('begins with the cast', () => {
    const handles = Object.values(cast).map((member) => member.handle);
    expect(community.people.slice(0, handles.length).map((person) => person.handle)).toEqual(handles);
  });

  test('has valid people with unique handles and addresses, all marked as examples', () => {
    const { people } = community;
    expect(people).toHaveLength(size.users);
    for (const { handle, displayName, bio } of people) {
      expect(normaliseHandle(handle)).toBe(handle);
      expect(handle !== '' && isValidHandle(handle)).toBe(true);
      expect(cleanLine(displayName)).toBe(displayName);
      expect(codePoints(displayName)).toBeLessThanOrEqual(limits.displayName);
      expect(codePoints(bio)).toBeLessThanOrEqual(limits.bio);
      expect(bio).toContain('Datos de ejemplo');
      expect(bio).not.toMatch(/[{}[\]|]/);
    }
    for (const key of ['handle', 'email', 'uid'] as const) {
      expect(new Set(people.map((person) => person[key])).size).toBe(size.users);
    }
  });

  test('has valid posts, oldest first', () => {
    expect(posts).toHaveLength(size.posts);
    let before = '';
    for (const { id, text, link, at, author, pictures, quoteOf } of posts) {
      expect(isId(id)).toBe(true);
      expect(at).toBeGreaterThanOrEqual(community.people[author]!.createdAt);
      expect(at).toBeLessThan(until);
      expect(text !== '' || link !== null || pictures.length > 0 || quoteOf !== null).toBe(true);
      expect(cleanText(text)).toBe(text);
      expect(codePoints(text)).toBeLessThanOrEqual(limits.postText);
      expect(text).not.toMatch(/[{}[\]|]|undefined/);
      expect(link === null ? null : normaliseLink(link)).toBe(link);
      expect(id.slice(0, 13) >= before).toBe(true);
      before = id.slice(0, 13);
    }
    expect(new Set(posts.map((post) => post.id)).size).toBe(size.posts);
  });

  test('has posts from one word to the maximum length', () => {
    const lengths = posts.map((post) => codePoints(post.text));
    expect(posts.some((post) => /^\p{L}+$/u.test(post.text))).toBe(true);
    expect(Math.max(...lengths)).toBeGreaterThan(limits.postText * 0.95);
    expect(lengths.filter((length) => length < 140).length / size.posts).toBeGreaterThan(0.6);
    expect(posts.filter((post) => post.link !== null).length).toBeGreaterThan(300);
    expect(posts.filter((post) => /https:\/\/\S+$/.test(post.text)).length).toBeGreaterThan(300);
  });

  test('hardly ever repeats whole texts, and never within a few pages', () => {
    const sentences = posts.map((post) => post.text).filter((text) => text.length > 25);
    // There are fewer polls and captions.
    expect(new Set(sentences).size / sentences.length).toBeGreaterThan(0.96);
    const last = new Map<string, number>();
    for (const [i, { text }] of posts.entries()) {
      expect(i - (last.get(text) ?? -Infinity)).toBeGreaterThan(100);
      if (text !== '') last.set(text, i);
    }
  });

  test('has follows by a power law, about fifty each, without duplicates or self-follows', () => {
    const followers = Array.from({ length: size.users }, () => 0);
    let edges = 0;
    for (const [follower, followees] of community.followees.entries()) {
      expect(new Set(followees).size).toBe(followees.length);
      expect(followees).not.toContain(follower);
      edges += followees.length;
      for (const followee of followees) followers[followee]! += 1;
    }
    expect(edges / size.users).toBeCloseTo(50, -0.5);
    const counts = followers.toSorted((a, b) => b - a);
    expect(counts[0]).toBeGreaterThan(20 * counts[size.users / 2]!);
  });

  test('has one like per person, and comments after their post, in order and within the length', () => {
    for (const { likes, comments, at } of posts) {
      expect(new Set(likes.map((like) => like.who)).size).toBe(likes.length);
      expect(likes.every((like) => like.at >= at && like.at <= until)).toBe(true);
      expect(comments.map((comment) => comment.at)).toEqual(
        comments.map((c) => c.at).toSorted((a, b) => a - b),
      );
      for (const { text, at: time } of comments) {
        expect(time).toBeGreaterThanOrEqual(at);
        expect(codePoints(text)).toBeGreaterThan(0);
        expect(codePoints(text)).toBeLessThanOrEqual(limits.commentText);
      }
    }
    expect(posts.some((post) => post.comments.length > limits.commentsListed)).toBe(true);
  });

  test('has every cast member’s own texts', () => {
    const texts = new Set(posts.map((post) => post.text));
    for (const { lines } of Object.values(cast)) expect(lines.some((line) => texts.has(line))).toBe(true);
  });
});
