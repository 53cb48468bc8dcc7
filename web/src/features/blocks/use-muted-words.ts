import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { limits } from '../../../../contract/src/rules/limits.ts';
import { mutedWordProblem, mutedWords } from '../../../../contract/src/rules/muted-words.ts';
import { command, query } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { mentionsKey, mutedWordsKey, notificationsKey } from '../../api/query-keys.ts';
import { reasonOf } from '../../api/reason.ts';
import { refreshLists } from './drop-posts.ts';

/** One change at a time, shown once it is saved. */
export function useMutedWords() {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: mutedWordsKey(),
    queryFn: async ({ signal }) => (await query('getMutedWords', {}, { signal })).words,
  });
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const save = async (words: readonly string[]): Promise<boolean> => {
    setSaving(true);
    try {
      queryClient.setQueryData(
        mutedWordsKey(),
        (await command('setMutedWords', { words: [...words] })).words,
      );
    } catch (error) {
      setProblem(`No se pudo guardar: ${reasonOf(error)}.`);
      return false;
    } finally {
      setSaving(false);
    }
    refreshLists();
    for (const queryKey of [notificationsKey(), mentionsKey()])
      void queryClient.invalidateQueries({ queryKey });
    return true;
  };
  const add = async (text: string): Promise<boolean> => {
    if (!data || saving) return false;
    const [word = ''] = mutedWords([text]);
    const newProblem = problemOf(text, word, data);
    setProblem(newProblem);
    return newProblem === null && save([...data, word]);
  };
  const remove = async (word: string): Promise<boolean> => {
    if (!data || saving) return false;
    setProblem(null);
    return save(data.filter((other) => other !== word));
  };
  return { words: data, isError, isFetching, refetch, saving, problem, setProblem, add, remove };
}

function problemOf(text: string, word: string, words: readonly string[]): string | null {
  if (words.includes(word)) return 'Ya está silenciada.';
  if (words.length >= limits.mutedWords) return `Podés silenciar hasta ${limits.mutedWords} palabras.`;
  return mutedWordProblem(text, limits.mutedWord);
}
