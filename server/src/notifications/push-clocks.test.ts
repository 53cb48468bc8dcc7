import { expect, onTestFinished, test, vi } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { PushDevice } from '../../test/push/push-device.ts';
import { LocalPushService } from '../../test/push/push-service.ts';
import { openSite } from '../../test/site.ts';

const { db } = await cloneDatabase();

test('a machine whose clock lags sends what comes after a push as well', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 10_000 });
  const service = await LocalPushService.start();
  const instance = { version: 'test', schema: 'test', secrets: Buffer.alloc(32), transport: null };
  const site = await openSite(db, { instance, push: service.sender() });
  onTestFinished(async () => {
    vi.useRealTimers();
    await site.close();
    await service.close();
  });
  const ana = await site.user('Ana');
  const beto = await site.user('Beto');
  const { post } = await ana.call('publishPost', { text: 'Gol' });
  await ana.call('registerPushToken', { subscription: new PushDevice().subscription });
  const pushes = () => service.received.length;
  await beto.call('likePost', { postId: post.id });
  await expect.poll(pushes, { timeout: 15_000 }).toBe(1);
  await beto.call('addComment', { postId: post.id, text: 'Golazo' });
  await expect.poll(pushes, { timeout: 15_000 }).toBe(2);
}, 40_000);
