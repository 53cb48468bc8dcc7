import { availableParallelism } from 'node:os';

import { describe, expect, it } from 'vitest';

import { parseConfig } from './config.ts';

const store = {
  S3_BUCKET: 'tablon',
  S3_ENDPOINT: 'https://s3.example/',
  S3_ACCESS_KEY_ID: 'clave',
  S3_SECRET_ACCESS_KEY: 'secreta',
};
const severalMachines = {
  REDIS_URL: 'redis://localhost:6379',
  DATABASE_URL: 'postgres://db/tablon',
  SESSION_SECRET: 'x'.repeat(32),
  PUSH_PUBLIC_KEY: '',
  MEDIA_SHARED: '1',
};

describe('parseMachines', () => {
  it('by default the site is one process that keeps files on disk', () => {
    expect(parseConfig({})).toMatchObject({
      processes: 1,
      runsJobs: true,
      drainSeconds: 5,
      databasePool: 12,
      redisUrl: null,
      s3: null,
      sharesFiles: false,
      mediaBaseUrl: null,
    });
  });

  it('PROCESSES is a number from 1 to 64 or auto', () => {
    expect(parseConfig({ PROCESSES: '3' }).processes).toBe(3);
    expect(parseConfig({ PROCESSES: 'auto' }).processes).toBe(availableParallelism());
    for (const PROCESSES of ['0', '65', '-1', '1.5', 'many'])
      expect(() => parseConfig({ PROCESSES })).toThrow(/^PROCESSES /);
  });

  it('the other numbers and switches have bounds', () => {
    expect(parseConfig({ JOBS: 'off' }).runsJobs).toBe(false);
    for (const wrong of [{ JOBS: 'no' }, { DRAIN_SECONDS: '61' }, { DATABASE_POOL: '1' }])
      expect(() => parseConfig(wrong)).toThrow(new RegExp(`^${Object.keys(wrong)[0]} `));
  });

  it('a store needs its bucket, endpoint and keys', () => {
    expect(parseConfig(store).s3).toEqual({
      bucket: 'tablon',
      endpoint: 'https://s3.example',
      region: 'us-east-1',
      accessKeyId: 'clave',
      secretAccessKey: 'secreta',
    });
    for (const name of Object.keys(store))
      expect(() => parseConfig({ ...store, [name]: '' })).toThrow(
        new RegExp(`^${name} is needed beside S3_`),
      );
    expect(() => parseConfig({ ...store, S3_BUCKET: 'Mi Balde' })).toThrow(/^S3_BUCKET /);
  });

  it('a bucket and a mounted folder are shared with other machines', () => {
    expect(parseConfig(store).sharesFiles).toBe(true);
    expect(parseConfig({ MEDIA_SHARED: '1' }).sharesFiles).toBe(true);
    expect(() => parseConfig({ MEDIA_SHARED: 'yes' })).toThrow(/^MEDIA_SHARED /);
  });

  it('MEDIA_BASE_URL needs a store', () => {
    const mediaBaseUrl = 'https://cdn.example/';
    expect(parseConfig({ ...store, MEDIA_BASE_URL: mediaBaseUrl }).mediaBaseUrl).toBe('https://cdn.example');
    expect(() => parseConfig({ MEDIA_BASE_URL: mediaBaseUrl })).toThrow(/^MEDIA_BASE_URL /);
  });

  it('several machines need what they share given explicitly', () => {
    expect(parseConfig(severalMachines).redisUrl).toBe('redis://localhost:6379');
    expect(parseConfig({ ...severalMachines, ...store, MEDIA_SHARED: '0' }).s3).not.toBeNull();
    expect(() => parseConfig({ ...severalMachines, MEDIA_SHARED: '' })).toThrow(
      /^S3_BUCKET .*MEDIA_SHARED=1/,
    );
    expect(() => parseConfig({ ...severalMachines, PUSH_PUBLIC_KEY: undefined })).toThrow(
      /^PUSH_PRIVATE_KEY /,
    );
    for (const name of ['SESSION_SECRET', 'DATABASE_URL'])
      expect(() => parseConfig({ ...severalMachines, [name]: undefined })).toThrow(
        new RegExp(`^${name} is needed`),
      );
    for (const url of ['http://secreta@redis', 'redis://:secreta@redis/abc', 'redis://:secreta%zz@redis'])
      expect(() => parseConfig({ ...severalMachines, REDIS_URL: url })).toThrow(/^REDIS_URL (?!.*secreta)/);
  });
});
