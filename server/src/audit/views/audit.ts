import type { AuditEntry } from '../../../../contract/src/calls/admin.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { lastId } from '../../kernel/ids.ts';
import type { PeopleReads } from '../../people/views/people-reads.ts';
import { findAudit } from '../store/audit.ts';

export async function auditPage(
  { db, profiles }: PeopleReads,
  before: string | null,
): Promise<{ items: AuditEntry[]; next: string | null }> {
  const rows = await findAudit(db, before ?? lastId);
  const page = rows.slice(0, limits.auditPage);
  const actors = await profiles.getMany([...new Set(page.flatMap((row) => row.actor_uid ?? []))]);
  const items = page.map((row): AuditEntry => {
    const profile = row.actor_uid === null ? undefined : actors.get(row.actor_uid)?.profile;
    return {
      id: row.id,
      at: row.at.toISOString(),
      actor:
        row.actor_uid === null
          ? null
          : {
              uid: row.actor_uid,
              displayName: profile?.displayName ?? null,
              handle: profile?.handle ?? null,
            },
      action: row.action,
      target: { kind: row.target_kind, id: row.target_id, label: row.target_label },
      note: row.note,
    };
  });
  return { items, next: rows.length > page.length ? (page.at(-1)?.id ?? null) : null };
}
