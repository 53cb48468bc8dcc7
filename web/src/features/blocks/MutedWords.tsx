import { X } from 'lucide-react';
import { type SubmitEvent, useRef, useState } from 'react';

import { announce } from '../../ui/browser/announce.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { TextField } from '../../ui/forms/TextField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useMutedWords } from './use-muted-words.ts';

import styles from './Exclusions.module.css';

export function MutedWords() {
  const { words, isError, isFetching, refetch, saving, problem, setProblem, add, remove } = useMutedWords();
  const [input, setInput] = useState('');
  const field = useRef<HTMLInputElement>(null);

  const submit = async () => {
    if (!(await add(input))) return;
    announce(`Silenciaste «${input.trim()}».`);
    // Text typed meanwhile stays.
    setInput((now) => (now === input ? '' : now));
  };
  const end = async (word: string) => {
    if (!(await remove(word))) return;
    announce(`Dejaste de silenciar «${word}».`);
    // The focused button is gone.
    field.current?.focus();
  };

  return (
    <section className={styles.section} aria-labelledby="muted-words">
      <h2 id="muted-words" className={styles.title}>
        Palabras silenciadas
      </h2>
      <p className={styles.hint}>
        No vas a ver publicaciones, comentarios ni notificaciones con estas palabras, frases, #hashtags,
        @usuarios o emojis. No importan las mayúsculas ni los acentos.
      </p>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault();
          void submit();
        }}
      >
        <TextField
          ref={field}
          label="Palabra o frase"
          value={input}
          error={problem ?? undefined}
          autoComplete="off"
          autoCapitalize="none"
          onChange={(event) => {
            setInput(event.target.value);
            setProblem(null);
          }}
        />
        <Button type="submit" variant="primary" busy={saving} disabled={!words}>
          Silenciar
        </Button>
      </form>
      {!words && !isError && (
        <div className={styles.words}>
          <Skeleton width="60%" height={36} />
        </div>
      )}
      {!words && isError && (
        <ErrorState onRetry={() => void refetch()} busy={isFetching}>
          No se pudieron cargar tus palabras.
        </ErrorState>
      )}
      {words?.length === 0 && <p className={styles.none}>No silenciaste ninguna palabra.</p>}
      {words && words.length > 0 && (
        <ul aria-label="Palabras silenciadas" className={styles.words}>
          {words.map((word) => (
            <li key={word} className={styles.word}>
              <span dir="auto">{word}</span>
              <button
                type="button"
                className={styles.remove}
                aria-label={`Dejar de silenciar «${word}»`}
                title="Dejar de silenciar"
                onClick={() => void end(word)}
              >
                <X size={16} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
