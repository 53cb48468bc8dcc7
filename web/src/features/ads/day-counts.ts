import { parseJson } from '../../state/parse-json.ts';
import { withStorage } from '../../state/storage.ts';

const prefix = 'tablon.ads.';

type Counts = { [adId: string]: number };

// Without storage the count lasts as long as the page.
let unstored: { key: string; counts: Counts } | null = null;

export function impressionsToday(adId: string): number {
  return read(keyOf(new Date()))[adId] ?? 0;
}

export function addImpression(adId: string): void {
  const key = keyOf(new Date());
  const counts = read(key);
  counts[adId] = (counts[adId] ?? 0) + 1;
  const stored = withStorage('localStorage', (storage) => {
    for (const old of Object.keys(storage)) {
      if (old.startsWith(prefix) && old !== key) storage.removeItem(old);
    }
    storage.setItem(key, JSON.stringify(counts));
    return true;
  });
  if (!stored) unstored = { key, counts };
}

// An ad's cap is per user and local day.
function keyOf(at: Date): string {
  const [month, day] = [at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${prefix}${at.getFullYear()}-${month}-${day}`;
}

function read(key: string): Counts {
  if (unstored?.key === key) return unstored.counts;
  const stored = parseJson(withStorage('localStorage', (storage) => storage.getItem(key)));
  const entries = typeof stored === 'object' && stored !== null ? Object.entries(stored) : [];
  return Object.fromEntries(entries.filter(([, count]) => Number.isInteger(count) && count > 0));
}
