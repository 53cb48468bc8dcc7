import { expect, test } from 'vitest';

import { createCommunity } from './community.ts';
import { createRandom } from './random.ts';
import { notificationsAbout } from './seed-notifications.ts';

const hour = 3_600_000;

test('the demo account has notifications, at whatever time a site is seeded', () => {
  const monday = Date.UTC(2026, 10, 16);
  for (let hours = 0; hours < 7 * 24; hours += 5) {
    const until = monday + hours * hour;
    const community = createCommunity(1986, { users: 120, posts: 600 }, until);
    const news = notificationsAbout([...community.posts()], community, { random: createRandom(1), until });
    const uid = community.people.find(({ handle }) => handle === 'lauti')?.uid;
    expect(news.filter((item) => item.uid === uid).length).toBeGreaterThan(8);
    expect(news.every(({ at, readAt }) => readAt !== null && at <= readAt)).toBe(true);
  }
});
