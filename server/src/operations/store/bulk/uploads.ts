import { columnsOf } from '../../../kernel/store/columns.ts';
import { type Database, statement } from '../../../platform/postgres/database.ts';

const uploads = statement(
  'insert-many-uploads',
  `INSERT INTO uploads (key, owner_uid, purpose, type, width, height, color, version, bytes, created_at, taken_at)
   SELECT key, owner_uid, purpose, type, width, height, color, version, bytes, at, at
   FROM unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::int[], $6::int[], $7::text[], $8::text[], $9::int[],
       $10::timestamptz[])
     AS t (key, owner_uid, purpose, type, width, height, color, version, bytes, at)`,
);

export type BulkUpload = {
  key: string;
  ownerUid: string;
  purpose: 'post' | 'avatar' | 'ad';
  type: 'image' | 'video';
  width: number;
  height: number;
  color: string;
  version: string | null;
  bytes: number;
  at: Date;
};

export async function insertManyUploads(db: Database, rows: readonly BulkUpload[]): Promise<void> {
  const column = columnsOf(rows);
  const picture = [column('type'), column('width'), column('height'), column('color'), column('version')];
  const values = [
    column('key'),
    column('ownerUid'),
    column('purpose'),
    ...picture,
    column('bytes'),
    column('at'),
  ];
  await db.run(uploads, values);
}
