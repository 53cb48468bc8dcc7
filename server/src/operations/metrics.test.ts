import { afterAll, describe, expect, it } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { openSite } from '../../test/site.ts';

const { db } = await cloneDatabase();
const token = 'a-token-that-only-tests-know';
const site = await openSite(db, { metricsToken: token });
afterAll(() => site.close());

async function ask(remoteAddress: string, headers: Record<string, string> = {}) {
  const { statusCode, body } = await site.app.http.inject({ url: '/metrics', remoteAddress, headers });
  return { statusCode, body };
}

async function numberOf(line: string): Promise<number> {
  const { body } = await ask('127.0.0.1');
  const match = body.split('\n').find((each) => each.startsWith(`${line} `));
  return Number(match?.slice(line.length + 1) ?? Number.NaN);
}

describe('/metrics', () => {
  it.each([
    ['this machine', '127.0.0.1', {}, 200],
    ['this machine by IPv6', '::1', {}, 200],
    ['another machine', '203.0.113.9', {}, 404],
    ['a proxy on this machine', '127.0.0.1', { 'x-forwarded-for': '203.0.113.9' }, 404],
    ['another machine with the token', '203.0.113.9', { authorization: `Bearer ${token}` }, 200],
    ['another machine with a wrong token', '203.0.113.9', { authorization: 'Bearer no' }, 404],
    ['another machine with half of the token', '203.0.113.9', { authorization: token }, 404],
  ])('answers %s with %o', async (_who, address, headers, status) => {
    expect((await ask(address, headers)).statusCode).toBe(status);
  });

  it('counts calls by status, and users’ actions', async () => {
    const ana = await site.user('Ana');
    const { post } = await ana.call('publishPost', { text: 'hola' });
    await ana.call('likePost', { postId: post.id });
    await site.visitor().ask('getFeed');
    expect(await numberOf('tablon_requests_total{call="publishPost",status="200"}')).toBe(1);
    expect(await numberOf('tablon_requests_total{call="getFeed",status="401"}')).toBe(1);
    expect(await numberOf('tablon_request_seconds_count{call="publishPost"}')).toBe(1);
    expect(await numberOf('tablon_deeds_total{kind="post"}')).toBe(1);
    expect(await numberOf('tablon_deeds_total{kind="like"}')).toBe(1);
  });

  it('counts unknown paths under one name', async () => {
    for (const url of ['/wp-login.php', '/api/nothing']) await site.app.http.inject({ url });
    expect(await numberOf('tablon_requests_total{call="unknown",status="404"}')).toBe(2);
  });

  it('reports the pool, the jobs, the caches and the process', async () => {
    expect(await numberOf('tablon_database_up')).toBe(1);
    expect(await numberOf('tablon_database_waiting')).toBe(0);
    expect(await numberOf('tablon_jobs{state="failed"}')).toBe(0);
    expect(await numberOf('tablon_event_streams')).toBe(0);
    expect(await numberOf('tablon_cache_hits_total{cache="profiles"}')).toBeGreaterThan(0);
    expect(await numberOf('process_resident_memory_bytes')).toBeGreaterThan(1e7);
    expect(await numberOf('tablon_event_loop_delay_seconds{quantile="0.99"}')).toBeGreaterThanOrEqual(0);
  });
});
