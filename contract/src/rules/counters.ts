/** A counter with K or M and one decimal, truncated: 999, '1K', '1.2K', '999.9K', '1M'. */
export function abbreviate(count: number): string {
  if (count < 1000) return String(count);
  return count < 1_000_000 ? `${Math.floor(count / 100) / 10}K` : `${Math.floor(count / 100_000) / 10}M`;
}

export function plural(count: number, one: string, many: string): string {
  return `${argentine(count)} ${count === 1 ? one : many}`;
}

/** A whole number with thousands separators: '2.002'. */
export function argentine(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, '.');
}
