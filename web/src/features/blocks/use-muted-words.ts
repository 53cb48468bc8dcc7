import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { limits } from '../../../../contract/src/rules/limits.ts';
import { mutedWordProblem, mutedWords } from '../../../../contract/src/rules/muted-words.ts';
import { command, query } from '../../api/client.ts';
import { queryClient, rereadQueries } from '../../api/query-client.ts';
import { mentionsKey, mutedWordsKey, notificationsKey } from '../../api/query-keys.ts';
import { reasonOf } from '../../api/reason.ts';
import { isViewer, viewerUid } from '../session/session-store.ts';
import { refreshLists } from './drop-posts.ts';

/** Returns the new list, or the problem with it. */
type Change = (words: readonly string[]) => string[] | string;

/** Changes are made one after the other, each shown once it is saved. */
export function useMutedWords() {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: mutedWordsKey(),
    queryFn: async ({ signal }) => (await query('getMutedWords', {}, { signal })).words,
  });
  const [waiting, setWaiting] = useState(0);
  const last = useRef(Promise.resolve(true));
  /** May be saved already: a further try must neither be refused nor leave the lists as they are. */
  const unanswered = useRef<readonly string[]>([]);
  const [problem, setProblem] = useState<string | null>(null);

  const save = (change: Change): Promise<boolean> => {
    const uid = viewerUid();
    setWaiting((count) => count + 1);
    last.current = last.current
      .then(() => saveNow(change, uid))
      .finally(() => setWaiting((count) => count - 1));
    return last.current;
  };
  const saveNow = async (change: Change, uid: string): Promise<boolean> => {
    setProblem(null);
    try {
      if (!isViewer(uid)) return false;
      // The whole list is sent: what another tab or device changed meanwhile must stay.
      const { words } = await query('getMutedWords', {});
      // It would become that of somebody else, who has signed in meanwhile.
      if (!isViewer(uid)) return false;
      queryClient.setQueryData(mutedWordsKey(), words);
      const next = change(words);
      if (typeof next === 'string') {
        setProblem(next);
        return false;
      }
      unanswered.current = next;
      const saved = await command('setMutedWords', { words: next });
      unanswered.current = [];
      if (!isViewer(uid)) return false;
      queryClient.setQueryData(mutedWordsKey(), saved.words);
    } catch (error) {
      setProblem(`No se pudo guardar: ${reasonOf(error)}.`);
      return false;
    }
    refreshLists();
    for (const queryKey of [notificationsKey(), mentionsKey()]) void rereadQueries({ queryKey });
    return true;
  };
  const add = (text: string): Promise<boolean> => {
    const [word = ''] = mutedWords([text]);
    return save((words) => {
      if (words.includes(word) && unanswered.current.includes(word)) return [...words];
      return problemOf(text, word, words) ?? [...words, word];
    });
  };
  const remove = (word: string): Promise<boolean> => save((words) => words.filter((other) => other !== word));
  return { words: data, isError, isFetching, refetch, saving: waiting > 0, problem, setProblem, add, remove };
}

function problemOf(text: string, word: string, words: readonly string[]): string | null {
  if (words.includes(word)) return 'Ya está silenciada.';
  if (words.length >= limits.mutedWords) return `Podés silenciar hasta ${limits.mutedWords} palabras.`;
  return mutedWordProblem(text, limits.mutedWord);
}
