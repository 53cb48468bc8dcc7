import { connect } from 'node:net';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { PushDevice } from '../../../test/push/push-device.ts';
import { LocalPushService, readVapid, testKeys } from '../../../test/push/push-service.ts';
import { isPushEndpoint, type PushOutcome, PushSender } from './push-sender.ts';

let service: LocalPushService;
let sender: PushSender;
let now: Date;
const message = { text: '{"title":"Tablón"}', topic: '/p/1' };

beforeEach(async () => {
  now = new Date('2026-11-21T12:00:00Z');
  service = await LocalPushService.start();
  sender = service.sender(() => now);
});
afterEach(async () => {
  await sender.close();
  await service.close();
});

const send = (device = new PushDevice()) => sender.send(device.subscription, message);

describe('a message', () => {
  it('can be read only by its device, and is signed for the push service', async () => {
    const device = new PushDevice();
    expect(await send(device)).toEqual({ kind: 'sent' });
    const [request] = service.received;
    expect(request?.endpoint).toBe(device.subscription.endpoint);
    expect(request?.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: '86400',
      urgency: 'normal',
    });
    expect(request?.headers['topic']).toMatch(/^[\w-]{32}$/);
    expect(device.read(request!.body)).toEqual({ title: 'Tablón' });
    expect(() => new PushDevice().read(request!.body)).toThrow('authenticate');
    expect(request!.headers.authorization).toContain(testKeys.publicKey);
    const { exp, ...claims } = readVapid(request!.headers.authorization);
    expect(claims).toEqual({ aud: 'https://fcm.googleapis.com', sub: 'https://tablon.example' });
    // RFC 8292 allows 24 hours.
    expect(Math.abs(exp - (Date.now() / 1000 + 12 * 3600))).toBeLessThan(60);
  });

  it('is decrypted as in RFC 8291: the test device also reads the RFC’s example', () => {
    const device = new PushDevice('https://push.example', {
      privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    });
    const example =
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz' +
      'AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';
    const text = device.decrypt(Buffer.from(example, 'base64url'));
    expect(text).toBe('When I grow up, I want to be a watermelon');
  });

  it('has another key and another salt each time', async () => {
    const device = new PushDevice();
    await send(device);
    await send(device);
    const [first, second] = service.received.map(({ body }) => body);
    expect(first!.subarray(0, 16)).not.toEqual(second!.subarray(0, 16));
    expect(first!.subarray(21, 86)).not.toEqual(second!.subarray(21, 86));
  });

  it('reuses an open connection', async () => {
    for (let i = 0; i < 20; i++) expect(await send()).toEqual({ kind: 'sent' });
    expect(service.dialled[0]).toBe('fcm.googleapis.com:443 at 142.250.0.1');
    expect(service.dialled.length).toBeLessThan(4);
  });
});

describe('a push service’s answer', () => {
  const later = (status: number | null, afterMs: number | null = null): PushOutcome => ({
    kind: 'later',
    status,
    afterMs,
  });
  it.each<[number, Record<string, string>, PushOutcome]>([
    [200, {}, { kind: 'sent' }],
    [201, {}, { kind: 'sent' }],
    [204, {}, { kind: 'sent' }],
    [404, {}, { kind: 'gone' }],
    [410, {}, { kind: 'gone' }],
    [429, { 'retry-after': '120' }, later(429, 120_000)],
    [429, { 'retry-after': 'Sat, 21 Nov 2026 12:01:00 GMT' }, later(429, 60_000)],
    [503, { 'retry-after': 'mañana' }, later(503)],
    [500, {}, later(500)],
    [400, {}, { kind: 'refused', status: 400 }],
    [403, {}, { kind: 'refused', status: 403 }],
    [413, {}, { kind: 'refused', status: 413 }],
    [307, { location: 'https://fcm.googleapis.com/otra' }, { kind: 'refused', status: 307 }],
  ])('%i %j', async (status, headers, outcome) => {
    service.answer = () => (response) => response.writeHead(status, headers).end('x');
    expect(await send()).toEqual(outcome);
    expect(service.received).toHaveLength(1);
  });

  it('is not read to the end when it is long', async () => {
    let wrote = 0;
    service.answer = () => (response) => {
      response.writeHead(201);
      const chunk = Buffer.alloc(65_536);
      for (; wrote < 10 * 2 ** 20; wrote += chunk.length) response.write(chunk);
      response.end();
    };
    const before = process.memoryUsage().arrayBuffers;
    expect(await send()).toEqual({ kind: 'sent' });
    expect(wrote).toBe(10 * 2 ** 20);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(30 * 2 ** 20);
    service.answer = () => (response) => response.writeHead(201).end();
    expect(await send()).toEqual({ kind: 'sent' });
  });

  it('may fail to come: after five seconds that service is not tried for half a minute, others are', async () => {
    const mozilla = () => new PushDevice('https://updates.push.services.mozilla.com');
    service.answer = (endpoint) => (response) => {
      if (!endpoint.startsWith('https://fcm')) response.writeHead(201).end();
    };
    const start = performance.now();
    expect(await send()).toEqual(later(null));
    expect(performance.now() - start).toBeLessThan(5_500);
    expect(await send()).toEqual(later(null, 30_000));
    expect(await send(mozilla())).toEqual({ kind: 'sent' });
    expect(service.received).toHaveLength(2);
    now = new Date(now.getTime() + 30_000);
    service.answer = () => (response) => response.writeHead(201).end();
    expect(await send()).toEqual({ kind: 'sent' });
  });

  it('may break off, or not be TLS', async () => {
    service.answer = () => (response) => response.destroy();
    expect(await send()).toEqual(later(null));
    now = new Date(now.getTime() + 30_000);
    service.breaksTls = true;
    expect(await send()).toEqual(later(null));
  });
});

describe('a message is sent', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/x',
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://wns2-by3p.notify.windows.com/w/?token=x',
    'https://web.push.apple.com/x',
  ])('%s', (endpoint) => expect(isPushEndpoint(endpoint)).toBe(true));

  it.each([
    'http://fcm.googleapis.com/fcm/send/x',
    'https://fcm.googleapis.com:8443/x',
    'https://ana:clave@fcm.googleapis.com/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://fcm.googleapis.com@evil.example/x',
    'https://evil-fcm.googleapis.com/x',
    'https://push.services.mozilla.com.evil.example/x',
    'https://evilpush.apple.com/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://localhost/x',
    'https://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'x',
    '',
  ])('not %j', async (endpoint) => {
    expect(isPushEndpoint(endpoint)).toBe(false);
    const { keys } = new PushDevice().subscription;
    expect(await sender.send({ endpoint, keys }, message)).toEqual({ kind: 'gone' });
    expect(service.dialled).toEqual([]);
  });

  it.each(['127.0.0.1', '10.0.0.7', '169.254.169.254', '::1', '::ffff:10.0.0.7', 'fd00::1', '0.0.0.0'])(
    'not to %s, whatever name resolves to it',
    async (address) => {
      service.address = address;
      expect((await send()).kind).toBe('later');
      expect(service.dialled).toEqual([]);
    },
  );

  it('only to the address that was checked', async () => {
    const addresses: string[] = [];
    const otherSender = new PushSender({
      keys: testKeys,
      subject: 'https://tablon.example',
      now: () => now,
      resolve: async () => ['142.250.0.9'],
      dial: ({ address }) => {
        addresses.push(address);
        return connect({ host: '127.0.0.1', port: 1 });
      },
    });
    await otherSender.send(new PushDevice().subscription, message);
    await otherSender.close();
    expect(addresses).toEqual(['142.250.0.9']);
  });
});
