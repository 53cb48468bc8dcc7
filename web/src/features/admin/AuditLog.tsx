import type { AuditEntry } from '../../../../contract/src/calls/admin.ts';
import { shortAge } from '../../../../contract/src/rules/relative-time.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PostTime } from '../../ui/PostTime.tsx';
import { AdminErrorState, hasFailedRead } from '../session/proof/AdminErrorState.tsx';
import { useAudit } from './admin-data.ts';
import { actorName, actionText } from './audit-words.ts';
import { LoadMoreButton } from './LoadMoreButton.tsx';
import { Section } from './Section.tsx';
import { UserSkeletons } from './UserSkeletons.tsx';

import styles from './Admin.module.css';

export function AuditLog() {
  const list = useAudit();
  const hasFailed = hasFailedRead(list);
  const entries = list.data?.pages.flatMap((page) => page.items);
  return (
    <Section title="Registro de acciones">
      {!entries && !list.isError && <UserSkeletons count={4} />}
      {hasFailed && <AdminErrorState list={list}>No se pudo cargar el registro.</AdminErrorState>}
      {!hasFailed && entries?.length === 0 && <EmptyState>Todavía no hay acciones.</EmptyState>}
      {entries && entries.length > 0 && (
        <ol aria-label="Registro de acciones">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      <LoadMoreButton list={list}>Ver acciones anteriores</LoadMoreButton>
    </Section>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { target, note, at } = entry;
  return (
    <li className={styles.entry}>
      <p>
        <strong>{actorName(entry)}</strong> {actionText(entry)} <strong dir="auto">{target.label}</strong>
        {note && (
          <span className={styles.note} dir="auto">
            {note}
          </span>
        )}
      </p>
      <span className={styles.muted}>
        <PostTime at={at} age={shortAge} />
      </span>
    </li>
  );
}
