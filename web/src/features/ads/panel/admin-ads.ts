import { useQuery } from '@tanstack/react-query';

import type { Ad, AdStatus } from '../../../../../contract/src/calls/ads.ts';
import type { Input, Output } from '../../../../../contract/src/calls/all.ts';
import { limits } from '../../../../../contract/src/rules/limits.ts';
import { ApiError } from '../../../api/api-error.ts';
import { query } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import { adminKey, adsKey } from '../../../api/query-keys.ts';
import { adminCommand } from '../../session/proof/admin-command.ts';
import { forgetPlaces } from '../ad-places.ts';

const alwaysFresh = { staleTime: 0, gcTime: 60_000 };

export function useAdminAds() {
  return useQuery({
    queryKey: adminKey('ads'),
    queryFn: ({ signal }) => query('adminListAds', {}, { signal }),
    ...alwaysFresh,
  });
}

export function useAdStats(adId: string) {
  return useQuery({
    queryKey: adminKey('ad-stats', adId),
    queryFn: ({ signal }) => query('adminAdStats', { adId }, { signal }),
    ...alwaysFresh,
  });
}

/** Throws ApiError. The idempotency key dedupes retries. */
export async function createAd(input: Input<'adminCreateAd'>, idempotencyKey: string): Promise<void> {
  const { ad } = await adminCommand('adminCreateAd', input, { idempotencyKey });
  changeList((ads) => [ad, ...ads.filter(({ id }) => id !== ad.id)].slice(0, limits.adsListed));
}

/** Throws ApiError, also when another admin deleted the ad: then it leaves the list. */
export async function setAdStatus(adId: string, status: AdStatus): Promise<void> {
  try {
    const { ad } = await adminCommand('adminSetAdStatus', { adId, status });
    changeList((ads) => ads.map((other) => (other.id === ad.id ? ad : other)));
  } catch (error) {
    if (isGone(error)) unlistAd(adId);
    throw error;
  }
}

/** An ad that is already gone counts as deleted. Throws ApiError. */
export async function deleteAd(adId: string): Promise<void> {
  try {
    await adminCommand('adminDeleteAd', { adId });
  } catch (error) {
    if (!isGone(error)) throw error;
  }
  unlistAd(adId);
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not-found';
}

function unlistAd(adId: string): void {
  changeList((ads) => ads.filter(({ id }) => id !== adId));
  // The 51st ad may move up.
  void queryClient.invalidateQueries({ queryKey: adminKey('ads') });
}

// A read in flight may predate the change, so it is repeated.
function changeList(change: (ads: Ad[]) => Ad[]): void {
  const isReading = queryClient.isFetching({ queryKey: adminKey('ads') }) > 0;
  queryClient.setQueryData<Output<'adminListAds'>>(
    adminKey('ads'),
    (list) => list && { items: change(list.items) },
  );
  if (isReading) void queryClient.invalidateQueries({ queryKey: adminKey('ads') });
  // The feed places its ads again, as after a reload.
  forgetPlaces();
  queryClient.removeQueries({ queryKey: adsKey() });
}
