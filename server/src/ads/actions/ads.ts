import type { AdStatus } from '../../../../contract/src/calls/ads.ts';
import type { Input } from '../../../../contract/src/calls/all.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { adErrors } from '../../../../contract/src/rules/ads.ts';
import { instantOf } from '../../../../contract/src/rules/buenos-aires.ts';
import { cleanBio, cleanLine } from '../../../../contract/src/rules/clean-text.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { linkHost, normaliseLink } from '../../../../contract/src/rules/links.ts';
import { writeAudit } from '../../audit/actions/audit.ts';
import { type Attempt, earlierResult } from '../../kernel/idempotency.ts';
import { isId, newId } from '../../kernel/ids.ts';
import { addJob } from '../../kernel/store/jobs.ts';
import type { Writes } from '../../kernel/writes.ts';
import { takeUpload } from '../../media/store/uploads.ts';
import { type AdRow, deleteAdRow, findAds, insertAd, updateAdStatus } from '../store/ads.ts';

/** The file must be an upload of this admin. Idempotent by attempt. @returns the ad's id */
export async function createAd(
  { now, transaction }: Writes,
  uid: string,
  input: Input<'adminCreateAd'>,
  attempt: Attempt,
): Promise<string> {
  const at = now();
  const id = newId(at);
  const { media, ...fields } = checkedAd(input, at);
  const earlier = await transaction(async (tx) => {
    const result = await earlierResult(tx, uid, attempt, id, at);
    if (result !== null) return result;
    const file = await takeUpload(tx, { key: media.key, ownerUid: uid, purpose: 'ad', at });
    if (!file) throw new Problem('invalid-argument', 'El archivo ya no está disponible. Volvé a subirlo.');
    await insertAd(tx, {
      ...fields,
      id,
      media_key: file.key,
      media_type: file.type,
      media_width: file.width,
      media_height: file.height,
      media_color: file.color,
      status: 'active',
      created_at: at,
    });
    await writeAudit(tx, at, { actor: { uid }, action: 'ad-created', target: auditTarget(id, fields) });
    tx.fact({ type: 'ad-changed', adId: id });
    return null;
  });
  return earlier ?? id;
}

export async function setAdStatus(
  { transaction }: Writes,
  uid: string,
  { adId, status }: { adId: string; status: AdStatus },
): Promise<void> {
  if (!isId(adId)) throw adNotFound();
  const action = status === 'paused' ? 'ad-paused' : 'ad-reactivated';
  await transaction(async (tx) => {
    const label = await updateAdStatus(tx, adId, status);
    if (label) await writeAudit(tx, tx.at, { actor: { uid }, action, target: auditTarget(adId, label) });
    else if ((await findAds(tx, [adId])).length === 0) throw adNotFound();
    tx.fact({ type: 'ad-changed', adId });
  });
}

export async function deleteAd({ transaction }: Writes, uid: string, adId: string): Promise<void> {
  if (!isId(adId)) throw adNotFound();
  await transaction(async (tx) => {
    const ad = await deleteAdRow(tx, adId);
    if (!ad) throw adNotFound();
    await addJob(tx, 'remove-files', { keys: [ad.media_key] });
    await writeAudit(tx, tx.at, { actor: { uid }, action: 'ad-deleted', target: auditTarget(adId, ad) });
    tx.fact({ type: 'ad-changed', adId });
  });
}

export function adNotFound(): Problem {
  return new Problem('not-found', 'Anuncio no encontrado.');
}

function auditTarget(id: string, { title, link_url }: Pick<AdRow, 'title' | 'link_url'>) {
  return { kind: 'ad' as const, id, label: title || link_url };
}

function checkedAd(input: Input<'adminCreateAd'>, at: Date) {
  const { media, startAt, endAt } = input;
  const fields = {
    title: cleanLine(input.title ?? ''),
    text: cleanBio(input.text ?? ''),
    site: cleanLine(input.site ?? ''),
    linkUrl: input.linkUrl ?? '',
    startAt: startAt ? instantOf(startAt) : null,
    endAt: endAt ? instantOf(endAt) : null,
    capPerUserPerDay: input.capPerUserPerDay ?? limits.adCap,
    frequency: input.frequency ?? limits.adFrequency,
    hasFile: media !== undefined,
  };
  const [error] = Object.values(adErrors(fields, at));
  const link = normaliseLink(fields.linkUrl);
  if (error !== undefined || media === undefined || link === null)
    throw new Problem('invalid-argument', error);
  return {
    media,
    title: fields.title,
    text: fields.text,
    link_url: link,
    site: fields.site || linkHost(link),
    start_at: fields.startAt ?? at,
    end_at: fields.endAt,
    cap_per_user_per_day: fields.capPerUserPerDay,
    frequency: fields.frequency,
  };
}
