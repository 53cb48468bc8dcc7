import { limits } from './limits.ts';

const dayMs = 24 * 3_600_000;

export function deletionDate(now: Date): Date {
  return new Date(now.getTime() + limits.deletionDays * dayMs);
}

export type SiteAccounts = { readonly officialUid: string | null; readonly superAdminEmail: string | null };

export function canBeDeleted(
  { uid, email, official }: { uid: string; email: string | null; official: boolean },
  { officialUid, superAdminEmail }: SiteAccounts,
): boolean {
  return !official && uid !== officialUid && email !== null && email !== superAdminEmail;
}
