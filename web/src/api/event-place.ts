// How much later, or by a clock that differs, another process may number the same event.
const acrossMs = 2_000;

/** Whether an event is newer than a position. Both are `process-number-ms`, as the server numbers them. */
export function isNewer(id: string, place: string | null): boolean {
  return processOf(id) !== processOf(place) || isLater(id, place);
}

/** Of another process, one that may be newer counts too. */
export function isLater(id: string, place: string | null): boolean {
  return processOf(id) === processOf(place)
    ? numberOf(id) > numberOf(place)
    : timeOf(id) >= timeOf(place) - acrossMs;
}

const processOf = (place: string | null) => place?.split('-')[0];
const numberOf = (place: string | null) => Number(place?.split('-')[1]);
const timeOf = (place: string | null) => Number(place?.split('-')[2]);
