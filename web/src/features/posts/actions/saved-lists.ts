import { queryClient } from '../../../api/query-client.ts';

/** The list of saved posts. It shows those of its posts that are still saved, so taking one back needs no call. */
export const savedListKey = ['posts', 'saved'] as const;

/** After the server took a save or its end: the list is read anew when it is opened next. */
export function renewSavedList(): void {
  void queryClient.invalidateQueries({ queryKey: savedListKey, refetchType: 'none' });
}
