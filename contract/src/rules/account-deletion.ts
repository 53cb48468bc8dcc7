import { limits } from './limits.ts';

const dayMs = 24 * 3_600_000;

/** When an account is removed whose deletion is asked for now. */
export function deletionDate(now: Date): Date {
  return new Date(now.getTime() + limits.deletionDays * dayMs);
}

/** The accounts that the site itself needs. The address is in stored form. */
export type SiteAccounts = { readonly officialUid: string | null; readonly superAdminEmail: string | null };

/** Whether an account may be removed: not the official one, nor the super-admin's, nor one that nobody signs in to. */
export function canBeDeleted(
  { uid, email, official }: { uid: string; email: string | null; official: boolean },
  { officialUid, superAdminEmail }: SiteAccounts,
): boolean {
  return !official && uid !== officialUid && email !== null && email !== superAdminEmail;
}
