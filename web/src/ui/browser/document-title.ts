import { limits } from '../../../../contract/src/rules/limits.ts';

type Parts = {
  /** '' for the site's name alone. */
  readonly title: string;
  readonly site: string;
  readonly unread: number;
};

let current: Parts = { title: '', site: '', unread: 0 };

export function changeDocumentTitle(change: Partial<Parts>): void {
  current = { ...current, ...change };
  document.title = documentTitle(current);
}

export function documentTitle({ title, site, unread }: Parts): string {
  const name = title === '' ? site : `${title} · ${site}`;
  if (unread === 0) return name;
  return `(${unread > limits.badgeMax ? `${limits.badgeMax}+` : unread}) ${name}`;
}
