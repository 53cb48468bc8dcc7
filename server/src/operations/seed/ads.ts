import { localDay } from '../../../../contract/src/rules/buenos-aires.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { linkHost } from '../../../../contract/src/rules/links.ts';
import { addToAdDay } from '../../ads/store/ad-days.ts';
import { insertAd } from '../../ads/store/ads.ts';
import type { FileStore } from '../../platform/files/files.ts';
import type { Picture } from '../../platform/files/images.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { insertManyUploads } from '../store/bulk/uploads.ts';
import { adTexts } from './phrases/ads.ts';
import { drawAds } from './pictures/draw.ts';
import { createRandom, idAt } from './random.ts';

type StoredPicture = { key: string; picture: Picture };

const dayMs = 24 * 3_600_000;
const historyDays = 21;

export async function storeAdPictures(
  files: FileStore,
  { seed, ownerUid, until }: { seed: number; ownerUid: string; until: Date },
): Promise<StoredPicture[]> {
  const pictures = (await drawAds(seed)).map((picture, i) => ({
    key: `ads/${ownerUid}/${until.getTime() - i}.jpg`,
    picture,
  }));
  for (const { key, picture } of pictures) await files.write(key, [picture.bytes]);
  return pictures;
}

export async function writeAds(
  db: Database,
  pictures: readonly StoredPicture[],
  { seed, ownerUid, until }: { seed: number; ownerUid: string; until: Date },
): Promise<void> {
  const random = createRandom(seed);
  const begin = new Date(until.getTime() - historyDays * dayMs);
  for (const [i, { key, picture }] of pictures.entries()) {
    const { title, text, link_url } = adTexts[i % adTexts.length] ?? adTexts[0];
    const { width, height, color, bytes } = picture;
    const at = new Date(begin.getTime() + i * 60_000);
    const id = idAt(random, at.getTime());
    const media = { type: 'image' as const, width, height, color };
    const upload = { key, ownerUid, purpose: 'ad' as const, version: null, bytes: bytes.length, at };
    await insertManyUploads(db, [{ ...media, ...upload }]);
    await insertAd(db, {
      id,
      title,
      text,
      link_url,
      site: linkHost(link_url),
      media_key: key,
      media_type: 'image',
      media_width: width,
      media_height: height,
      media_color: color,
      start_at: at,
      end_at: null,
      status: 'active',
      cap_per_user_per_day: limits.adCap,
      frequency: limits.adFrequency,
      created_at: at,
    });
    for (let day = 0; day < historyDays; day++) {
      const impressions = random.between(300, 1_400);
      const clicks = Math.round((impressions * random.between(8, 35)) / 1_000);
      const name = localDay(new Date(begin.getTime() + day * dayMs));
      await addToAdDay(db, id, { day: name, impressions, clicks });
    }
  }
}
