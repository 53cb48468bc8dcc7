/**
 * How many times as long `work` takes for an input of size `large` as for one of size `small`. The quickest of
 * many runs counts, and a run is short: other programs on the machine rarely interrupt all of them.
 */
export function costGrowth(work: (size: number) => unknown, [small, large]: [number, number]): number {
  let [least, most] = [Infinity, Infinity];
  for (let run = 0; run < 30; run++) {
    least = Math.min(
      least,
      elapsed(() => work(small)),
    );
    most = Math.min(
      most,
      elapsed(() => work(large)),
    );
  }
  return most / least;
}

function elapsed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
