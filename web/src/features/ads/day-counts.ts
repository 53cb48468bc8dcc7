const prefix = 'tablon.ads.';

type Counts = { [adId: string]: number };

// Where the storage is closed, the count lives as long as the page.
let unkept: { key: string; counts: Counts } | null = null;

/** How many impressions of an ad this browser has had on the user's day. */
export function impressionsToday(adId: string): number {
  return read(keyOf(new Date()))[adId] ?? 0;
}

/** Counts one more. The days before are forgotten. */
export function addImpression(adId: string): void {
  const key = keyOf(new Date());
  const counts = read(key);
  counts[adId] = (counts[adId] ?? 0) + 1;
  try {
    for (const old of Object.keys(localStorage)) {
      if (old.startsWith(prefix) && old !== key) localStorage.removeItem(old);
    }
    localStorage.setItem(key, JSON.stringify(counts));
  } catch {
    unkept = { key, counts };
  }
}

// The cap of an ad is per user and day, and the day is the user's own.
function keyOf(at: Date): string {
  const [month, day] = [at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${prefix}${at.getFullYear()}-${month}-${day}`;
}

function read(key: string): Counts {
  if (unkept?.key === key) return unkept.counts;
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    const entries = typeof kept === 'object' && kept !== null ? Object.entries(kept) : [];
    return Object.fromEntries(entries.filter(([, count]) => Number.isInteger(count) && count > 0));
  } catch {
    return {};
  }
}
