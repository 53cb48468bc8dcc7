import { Link2 } from 'lucide-react';

import { linkHost } from '../../../../contract/src/rules/links.ts';
import { splitText } from '../../../../contract/src/rules/texts/split-text.ts';

import styles from './LinkOffer.module.css';

export function LinkOffer({ text, onLink }: { text: string; onLink: (link: string) => void }) {
  const url = splitText(text).find((part) => part.kind === 'url');
  if (!url) return null;
  return (
    <button type="button" className={styles.offer} onClick={() => onLink(url.href)}>
      <Link2 size={16} aria-hidden />
      <span className={styles.words}>Usar {linkHost(url.href)} como enlace</span>
    </button>
  );
}
