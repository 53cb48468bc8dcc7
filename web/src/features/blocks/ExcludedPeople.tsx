import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { PersonRow } from '../profiles/PersonRow.tsx';
import { PersonSkeletons } from '../profiles/PersonSkeleton.tsx';
import { type ExclusionKind, useExcludedPeople } from './excluded-people.ts';
import { changeRelation, nameOf } from './relations.ts';

import styles from './Exclusions.module.css';

const texts = {
  blocked: {
    title: 'Cuentas bloqueadas',
    hint: 'No ves lo que hacen ni ven lo que hacés.',
    empty: 'No bloqueaste a nadie.',
    end: 'unblockUser',
    button: 'Desbloquear',
  },
  muted: {
    title: 'Cuentas silenciadas',
    hint: 'No aparecen en tu feed, en los comentarios ni en tus notificaciones. No se enteran.',
    empty: 'No silenciaste a nadie.',
    end: 'unmuteUser',
    button: 'Dejar de silenciar',
  },
} as const;

export function ExcludedPeople() {
  return (
    <>
      <Section kind="muted" />
      <Section kind="blocked" />
    </>
  );
}

function Section({ kind }: { kind: ExclusionKind }) {
  const { title, hint } = texts[kind];
  return (
    <section className={styles.section} aria-labelledby={`hidden-${kind}`}>
      <h2 id={`hidden-${kind}`} className={styles.title}>
        {title}
      </h2>
      <p className={styles.hint}>{hint}</p>
      <People kind={kind} />
    </section>
  );
}

function People({ kind }: { kind: ExclusionKind }) {
  const list = useExcludedPeople(kind);
  const people = list.data?.pages.flatMap((page) => page.items);
  const { title, empty, end, button } = texts[kind];
  if (list.isPending) return <PersonSkeletons count={2} />;
  if (!people) {
    return (
      <ErrorState onRetry={() => void list.refetch()} busy={list.isFetching}>
        No se pudo cargar la lista.
      </ErrorState>
    );
  }
  if (people.length === 0 && !list.hasNextPage) return <EmptyState plain>{empty}</EmptyState>;
  return (
    <>
      <ul aria-label={title} className={styles.people} aria-busy={list.isFetchingNextPage}>
        {people.map((person) => (
          <PersonRow key={person.uid} person={person} brief>
            <Button
              size="small"
              aria-label={`${button} a ${nameOf(person)}`}
              onClick={() => void changeRelation(person, end)}
            >
              {button}
            </Button>
          </PersonRow>
        ))}
      </ul>
      <LoadMore list={list} />
    </>
  );
}
