import { bytesOf } from '../../kernel/bytes.ts';
import { ownProfileText } from '../../people/views/profiles.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { findRights, type RightsRow } from '../store/admins.ts';
import { onboardingView, type OnboardingParts } from './onboarding.ts';

/**
 * The JSON fields `user`, `email`, `findableByEmail`, `isAdmin` and `onboarding` of `getSession`.
 * `superAdminEmail` is in stored form.
 */
export async function sessionFields(
  parts: OnboardingParts,
  uid: string | null,
  superAdminEmail: string | null,
): Promise<string> {
  const { reads } = parts;
  const cached = uid === null ? undefined : await reads.profiles.get(uid);
  if (!cached || uid === null) return '"user":null,"email":null,"findableByEmail":null,"isAdmin":false';
  const rights = await findRights(reads.db, uid);
  const email = bytesOf(JSON.stringify(rights?.email_lower ?? null));
  const findable = rights?.findable_by_email ?? null;
  const admin = hasAdminRights(rights, superAdminEmail);
  const onboarding = await onboardingView(parts, uid, rights);
  const steps = onboarding === null ? '' : `,"onboarding":${JSON.stringify(onboarding)}`;
  return `"user":${ownProfileText(cached)},"email":${email},"findableByEmail":${findable},"isAdmin":${admin}${steps}`;
}

/** Not cached: rights are granted and revoked while people are signed in. */
export async function isAdmin(db: Database, uid: string, superAdminEmail: string | null): Promise<boolean> {
  return hasAdminRights(await findRights(db, uid), superAdminEmail);
}

function hasAdminRights(rights: RightsRow | null, superAdminEmail: string | null): boolean {
  if (rights === null) return false;
  if (rights.listed) return true;
  // The address must be verified: anybody may have registered it before it was configured.
  return superAdminEmail !== null && rights.email_verified && rights.email_lower === superAdminEmail;
}
