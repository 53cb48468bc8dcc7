import type pg from 'pg';

import { notificationText } from '../../contract/src/rules/notifications.ts';
import { codePoints, cutText } from '../../contract/src/rules/text.ts';
import { newId } from '../../server/src/kernel/ids.ts';
import { hostileAddresses, hostileTexts } from '../../server/test/hostile-texts.ts';
import { withDatabase } from './database.ts';

const everything = hostileTexts.join(' ');
const cutTexts = (max: number) => hostileTexts.map((text) => cutText(text, max));
const names = cutTexts(40);

/** Joins all hostile texts into as few texts of this length as possible. */
export function packTexts(max: number): string[] {
  const packs: string[] = [];
  for (const text of cutTexts(max)) {
    const last = packs.at(-1);
    if (last !== undefined && codePoints(`${last} ${text}`) <= max)
      packs[packs.length - 1] = `${last} ${text}`;
    else packs.push(text);
  }
  return packs;
}

export const fieldTexts = {
  name: names,
  handle: cutTexts(20).map((text) => `@${text.replace(/^@+/, '')}`),
  bio: cutTexts(200),
  text: cutTexts(2000),
  comment: cutTexts(1000),
  option: hostileTexts,
  previewTitle: hostileTexts.map((text) => `title ${text}`),
  previewDescription: hostileTexts.map((text) => `description ${text}`),
  previewSite: hostileTexts.map((text) => `site ${text}`),
  notification: hostileTexts.map((text, i) => notificationText('other', names[i] ?? '', text)),
  snippet: cutTexts(140),
  word: hostileTexts,
  adTitle: packTexts(400).map((text) => `ad title ${text}`),
  adText: packTexts(400).map((text) => `ad text ${text}`),
  adSite: packTexts(400).map((text) => `ad site ${text}`),
  reported: [`reported ${everything}`],
  reportedOption: hostileTexts,
  reportNote: packTexts(1000),
  // An entry shows only twenty reports.
  reportEmail: packTexts(254),
  history: packTexts(1000),
  auditLabel: cutTexts(200),
  auditNote: cutTexts(1000),
} as const satisfies Record<string, readonly string[]>;

export type FilledSite = { readonly authors: readonly string[]; readonly posts: readonly string[] };

/** Bypasses the calls, which would refuse or clean many of the texts. `reader` follows the authors. */
export async function fillWithHostileTexts(reader: string, dataDir: string): Promise<FilledSite> {
  // Several readers, each with their own data, share a site.
  const mark = reader.slice(-12);
  const start = Date.now() - 3_600_000;
  const at = hostileTexts.map((_, i) => new Date(start + i * 1_000));
  const idsNow = () => at.map((each) => newId(each));
  const [authors, posts, comments, news] = [idsNow(), idsNow(), idsNow(), idsNow()];
  const each = <T>(row: (text: string, i: number) => T) => hostileTexts.map(row);
  const authorOf = (i: number) => ({ uid: authors[i], at: at[i] });
  await withDatabase(async (client) => {
    const write = (table: string, rows: readonly object[]) => insert(client, table, rows);
    await write(
      'accounts',
      each((_, i) => ({ uid: authors[i], email_lower: `hincha${i}.${mark}@ejemplo.ar`, created_at: at[i] })),
    );
    await write(
      'users',
      each((text, i) => ({
        uid: authors[i],
        display_name: names[i],
        name_folded: `hincha ${i}`,
        handle: cutText(text, 20),
        bio: cutText(text, 200),
        followers_count: 1,
        posts_count: 1,
        created_at: at[i],
        updated_at: at[i],
      })),
    );
    await write(
      'handles',
      each((_, i) => ({ handle_lower: `h${i}_${mark}`, uid: authors[i] })),
    );
    await write(
      'follows',
      authors.map((followee, i) => ({ follower: reader, followee, created_at: at[i] })),
    );
    await write(
      'followers',
      authors.map((followee, i) => ({ follower: reader, followee, created_at: at[i] })),
    );
    await client.query('UPDATE users SET following_count = $2 WHERE uid = $1', [reader, authors.length]);
    const contents = each((text, i) => ({
      id: posts[i],
      owner_uid: authors[i],
      text: cutText(text, 2000),
      link: `https://x.example/${text}`.slice(0, 2048),
      link_preview: {
        title: `title ${text}`,
        description: `description ${text}`,
        site: `site ${text}`,
        image: i % 2 === 0 ? text : `/media/${text}`,
      },
      // Only some, because each missing file is a request.
      media_key: i % 4 === 0 ? text : null,
      media_type: i % 4 === 0 ? 'image' : null,
      poll: {
        options: { a: text, b: 'otra' },
        order: ['a', 'b'],
        closesAt: new Date(start + 48 * 3_600_000).toISOString(),
      },
      quote_of: posts[i - 1] ?? null,
      created_at: at[i],
    }));
    const links = hostileAddresses.map((link, i) => ({
      id: newId(at[i] ?? new Date()),
      owner_uid: authors.at(-1),
      text: '',
      link,
      link_preview: null,
      media_key: null,
      media_type: null,
      poll: null,
      quote_of: null,
      created_at: at[i],
    }));
    const all = [...contents, ...links];
    await write(
      'posts',
      all.map((row) => ({ ...row, visibility: 'public', updated_at: row.created_at })),
    );
    await write('post_summaries', all);
    await write(
      'post_counters',
      all.map(({ id }) => ({ post_id: id, likes: 0, comments: 0, reposts: 0, impressions: 0, revision: 0 })),
    );
    await write(
      'user_posts',
      all.map((row) => ({ owner_uid: row.owner_uid, post_id: row.id, has_media: row.media_key !== null })),
    );
    await write(
      'timeline',
      posts.map((id, i) => ({ reader_uid: reader, entry_id: id, post_id: id, author_uid: authors[i] })),
    );
    await write(
      'comments',
      each((text, i) => ({
        post_id: posts[0],
        id: comments[i],
        uid: authors[i],
        text: cutText(text, 1000),
        created_at: at[i],
        updated_at: at[i],
      })),
    );
    await write(
      'notifications',
      each((text, i) => ({
        uid: reader,
        id: news[i],
        type: 'other',
        actor_uid: authors[i],
        text,
        link: text,
        text_snippet: cutText(text, 140),
        created_at: at[i],
      })),
    );
    await write(
      'ads',
      hostileAddresses.map((link, i) => ({
        id: newId(at[i] ?? new Date()),
        title: inTurn(fieldTexts.adTitle, i),
        text: inTurn(fieldTexts.adText, i),
        site: inTurn(fieldTexts.adSite, i),
        link_url: link,
        media_key: link,
        media_type: i % 2 === 0 ? 'image' : 'video',
        start_at: at[i],
        status: 'active',
        cap_per_user_per_day: 100,
        frequency: 2,
        created_at: at[i],
      })),
    );
    await write(
      'audit_log',
      each((text, i) => ({
        id: newId(at[i] ?? new Date()),
        at: at[i],
        actor_uid: authors[i],
        action: cutText(text, 40),
        target_kind: 'user',
        target_id: cutText(text, 100),
        target_label: cutText(text, 200),
        note: cutText(text, 1000),
      })),
    );
    await writeReports(write, { reader, post: posts[0] ?? '', author: authorOf(0), at });
    await write(
      'sessions',
      each((text, i) => ({
        token_hash: `\\x${mark}${i.toString(16).padStart(52, '0')}`,
        id: newId(at[i] ?? new Date()),
        uid: reader,
        user_agent: cutText(text, 300),
        created_at: at[i],
        last_seen_at: new Date(),
        expires_at: new Date(start + 48 * 3_600_000),
      })),
    );
  }, dataDir);
  return { authors, posts };
}

/** Bypasses the call, which would fold the words. */
export async function muteHostileWords(uid: string, dataDir: string): Promise<void> {
  await withDatabase((client) => insert(client, 'muted_words', [{ uid, words: hostileTexts }]), dataDir);
}

type Write = (table: string, rows: readonly object[]) => Promise<void>;

async function writeReports(
  write: Write,
  about: { reader: string; post: string; author: { uid: string | undefined }; at: readonly Date[] },
): Promise<void> {
  const { reader, post, author, at } = about;
  const [first = new Date()] = at;
  const id = newId(first);
  await write('report_cases', [
    {
      id,
      target_kind: 'post',
      target_id: post,
      author_uid: author.uid,
      content: {
        text: `reported ${everything}`,
        link: hostileTexts[0],
        media: { key: hostileTexts[4], type: 'image' },
        poll: hostileTexts,
        createdAt: first.toISOString(),
        author: { displayName: everything, handle: everything },
      },
      state: 'new',
      reporters: hostileTexts.length,
      first_at: first,
      last_at: first,
    },
  ]);
  const { reportEmail, reportNote, history } = fieldTexts;
  await write(
    'reports',
    reportEmail.map((email, i) => ({
      case_id: id,
      id: newId(first),
      email,
      reason: 'spam',
      note: inTurn(reportNote, i),
      at: at[i],
    })),
  );
  await write(
    'report_history',
    history.map((note, i) => ({
      case_id: id,
      id: newId(first),
      at: at[i],
      admin_uid: reader,
      state: null,
      note,
    })),
  );
}

function inTurn(texts: readonly string[], i: number): string {
  return texts[i % texts.length] ?? '';
}

async function insert(client: pg.Client, table: string, rows: readonly object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  const sql = `INSERT INTO ${table} (${columns})
    SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)`;
  await client.query(sql, [JSON.stringify(rows)]);
}
