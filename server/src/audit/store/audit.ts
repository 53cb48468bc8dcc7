import { type Database, statement } from '../../platform/postgres/database.ts';

export type AuditTarget = 'user' | 'post' | 'ad' | 'report' | 'site';

export type AuditRow = {
  id: string;
  at: Date;
  actor_uid: string | null;
  action: string;
  target_kind: AuditTarget;
  target_id: string;
  target_label: string;
  note: string;
};

const columns = 'id, at, actor_uid, action, target_kind, target_id, target_label, note';

const insert = statement(
  'insert-audit',
  `INSERT INTO audit_log (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
);

export async function insertAudit(db: Database, row: AuditRow): Promise<void> {
  const { id, at, actor_uid, action, target_kind, target_id, target_label, note } = row;
  await db.run(insert, [id, at, actor_uid, action, target_kind, target_id, target_label, note]);
}

const find = statement(
  'find-audit',
  `SELECT ${columns} FROM audit_log WHERE id < $1 ORDER BY id DESC LIMIT 21`,
);

export function findAudit(db: Database, before: string): Promise<AuditRow[]> {
  return db.run<AuditRow>(find, [before]);
}
