import { type Database, statement } from '../../../platform/postgres/database.ts';

const tables =
  'users follows followers user_posts user_reposts timeline saves handles accounts uploads posts post_attachments post_summaries post_counters likes reposts poll_votes comments comment_likes notifications';
const analyze = tables.split(' ').map((table) => statement(`analyze-${table}`, `ANALYZE ${table}`));

export async function analyzeTables(db: Database): Promise<void> {
  for (const table of analyze) await db.run(table, []);
}
