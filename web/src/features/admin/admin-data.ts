import { keepPreviousData, useInfiniteQuery, useQuery, type InfiniteData } from '@tanstack/react-query';

import type { AdminUser } from '../../../../contract/src/calls/admin.ts';
import type { Output } from '../../../../contract/src/calls/all.ts';
import { ApiError } from '../../api/api-error.ts';
import { query } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { adminKey } from '../../api/query-keys.ts';
import { adminCommand } from '../session/proof/admin-command.ts';

// Admins decide by these answers, so every visit reads them again.
const alwaysFresh = { staleTime: 0, gcTime: 60_000 };

export function useDashboard() {
  return useQuery({
    queryKey: adminKey('dashboard'),
    queryFn: ({ signal }) => query('getDashboard', {}, { signal }),
    ...alwaysFresh,
  });
}

export type UserState = 'active' | 'suspended';
export type UserOrder = { state: UserState | undefined; sort: 'newest' | 'oldest' };

export function useUsers({ state, sort }: UserOrder) {
  return useInfiniteQuery({
    queryKey: adminKey('users', `${state ?? 'all'} ${sort}`),
    queryFn: ({ pageParam, signal }) =>
      query('adminListUsers', { cursor: pageParam ?? undefined, state, sort }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: Output<'adminListUsers'>) => page.cursor,
    // The table keeps its header, in which the sort button has the focus.
    placeholderData: keepPreviousData,
    ...alwaysFresh,
  });
}

export function useFoundUser(q: string) {
  return useQuery({
    queryKey: adminKey('found', q),
    queryFn: ({ signal }) => findUser(q, signal),
    ...alwaysFresh,
  });
}

export function useAudit() {
  return useInfiniteQuery({
    queryKey: adminKey('audit'),
    queryFn: ({ pageParam, signal }) =>
      query('adminListAudit', { cursor: pageParam ?? undefined }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: Output<'adminListAudit'>) => page.cursor,
    ...alwaysFresh,
  });
}

export async function setSuspended(targetUid: string, suspended: boolean): Promise<void> {
  const { user } = await adminCommand('adminSetUserSuspended', { targetUid, suspended });
  const withUpdate = (other: AdminUser) => (other.uid === user.uid ? user : other);
  queryClient.setQueriesData<InfiniteData<Output<'adminListUsers'>>>(
    { queryKey: adminKey('users') },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({ ...page, items: page.items.map(withUpdate) })),
      },
  );
  queryClient.setQueriesData<AdminUser | null>(
    { queryKey: adminKey('found') },
    (match) => match && withUpdate(match),
  );
  // Posts, comments and lists of people change as well.
  void queryClient.invalidateQueries();
}

/** A post that is already gone counts as deleted. Throws ApiError. */
export async function deleteAnyPost(postId: string): Promise<void> {
  try {
    await adminCommand('adminDeletePost', { postId });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'not-found')) throw error;
  }
  queryClient.setQueryData<Output<'getDashboard'>>(
    adminKey('dashboard'),
    (dashboard) =>
      dashboard && { ...dashboard, latestPosts: dashboard.latestPosts.filter(({ id }) => id !== postId) },
  );
  void queryClient.invalidateQueries({ queryKey: adminKey() });
}

async function findUser(q: string, signal: AbortSignal): Promise<AdminUser | null> {
  try {
    return (await query('adminFindUser', { q }, { signal })).user;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not-found') return null;
    throw error;
  }
}
