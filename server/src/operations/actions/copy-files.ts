import type { FileStore } from '../../platform/files/files.ts';
import { isMediaKey } from '../../platform/files/media-keys.ts';

/** `present`: files that the other store had already. */
export type CopyCount = { files: number; bytes: number; present: number };

const atOnce = 8;
const progressMs = 5_000;

/** Can be run again: files that `to` has in the same size are skipped. Reports every few seconds. */
export async function copyFiles(
  from: FileStore,
  to: FileStore,
  report: (count: CopyCount) => void,
): Promise<CopyCount> {
  const count: CopyCount = { files: 0, bytes: 0, present: 0 };
  const missing = missingFiles(from, to, count);
  // The copiers share one iterator, which ends for all when one of them fails.
  const copyNext = async () => {
    for await (const key of missing) {
      const file = await from.read(key);
      // The file was deleted meanwhile.
      if (file === null) continue;
      await to.write(key, file.content);
      count.files++;
      count.bytes += file.size;
    }
  };
  const reporting = setInterval(() => report(count), progressMs);
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, copyNext));
  clearInterval(reporting);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return count;
}

// Both lists are ordered by key, so neither has to be held in memory.
async function* missingFiles(from: FileStore, to: FileStore, count: CopyCount): AsyncGenerator<string> {
  const others = to.list('')[Symbol.asyncIterator]();
  let other = await others.next();
  for await (const { key, size } of from.list('')) {
    if (!isMediaKey(key)) continue;
    while (!other.done && other.value.key < key) other = await others.next();
    const isThere = !other.done && other.value.key === key && other.value.size === size;
    if (isThere) count.present++;
    else yield key;
  }
}
