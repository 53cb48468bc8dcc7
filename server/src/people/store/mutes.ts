import { type Database, statement } from '../../platform/postgres/database.ts';
import type { FollowPlace } from './follows.ts';

const insert = statement(
  'insert-mute',
  'INSERT INTO mutes (uid, muted, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
);

export async function insertMute(db: Database, uid: string, muted: string, at: Date): Promise<void> {
  await db.run(insert, [uid, muted, at]);
}

const remove = statement('delete-mute', 'DELETE FROM mutes WHERE uid = $1 AND muted = $2');

export async function deleteMute(db: Database, uid: string, muted: string): Promise<void> {
  await db.run(remove, [uid, muted]);
}

const page = statement(
  'find-mutes-page',
  `SELECT muted AS uid, created_at AS at FROM mutes WHERE uid = $1 AND (created_at, muted) < ($2, $3)
   ORDER BY created_at DESC, muted DESC LIMIT 41`,
);

export function findMutesPage(db: Database, uid: string, before: FollowPlace): Promise<FollowPlace[]> {
  return db.run<FollowPlace>(page, [uid, before.at, before.uid]);
}

const findWords = statement('find-muted-words', 'SELECT words FROM muted_words WHERE uid = $1');

export async function findMutedWords(db: Database, uid: string): Promise<string[]> {
  return (await db.run<{ words: string[] }>(findWords, [uid]))[0]?.words ?? [];
}

const setWords = statement(
  'set-muted-words',
  'INSERT INTO muted_words (uid, words) VALUES ($1, $2) ON CONFLICT (uid) DO UPDATE SET words = EXCLUDED.words',
);

export async function upsertMutedWords(db: Database, uid: string, words: readonly string[]): Promise<void> {
  await db.run(setWords, [uid, words]);
}
