import { parseJson } from '../../state/parse-json.ts';
import { withStorage } from '../../state/storage.ts';

const prefix = 'tablon.ads.';

type Counts = { [adId: string]: number };

// Without storage the count lasts as long as the page.
let memoryCounts: { key: string; counts: Counts } | null = null;

export function impressionsToday(adId: string): number {
  return read(keyOf(new Date()))[adId] ?? 0;
}

export function addImpression(adId: string): void {
  const key = keyOf(new Date());
  const counts = read(key);
  counts[adId] = (counts[adId] ?? 0) + 1;
  const isStored = withStorage('localStorage', (storage) => {
    for (const old of Object.keys(storage)) {
      if (old.startsWith(prefix) && old !== key) storage.removeItem(old);
    }
    storage.setItem(key, JSON.stringify(counts));
    return true;
  });
  if (!isStored) memoryCounts = { key, counts };
}

// An ad's cap is per user and local day.
function keyOf(at: Date): string {
  const [month, day] = [at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${prefix}${at.getFullYear()}-${month}-${day}`;
}

function read(key: string): Counts {
  if (memoryCounts?.key === key) return memoryCounts.counts;
  const value = parseJson(withStorage('localStorage', (storage) => storage.getItem(key)));
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(entries.filter(([, count]) => Number.isInteger(count) && count > 0));
}
