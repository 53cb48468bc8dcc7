import { limits } from '../../../../contract/src/rules/limits.ts';
import { normaliseLink } from '../../../../contract/src/rules/links.ts';
import { isSending } from '../../ui/GrowingTextBox.tsx';
import { TextField } from '../../ui/TextField.tsx';

import styles from './Composer.module.css';

type Props = { id: string; link: string; onLink: (link: string) => void; onSend: () => void };

/** The post's link; what is none yet says so once it looks finished. */
export function LinkField({ id, link, onLink, onSend }: Props) {
  const wrong = link.trim() !== '' && normaliseLink(link) === null;
  return (
    <div id={id} className={styles.link}>
      <TextField
        label="Enlace"
        type="text"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="ole.com.ar"
        maxLength={limits.linkLength}
        value={link}
        hint={wrong ? 'Todavía no es un enlace válido.' : undefined}
        onChange={(event) => onLink(event.target.value)}
        ref={focusWhenEmpty}
        onKeyDown={(event) => {
          if (isSending(event)) onSend();
          // Enter alone would publish what one is still writing.
          else if (event.key === 'Enter') event.preventDefault();
        }}
      />
    </div>
  );
}

// Just opened; a kept draft's link does not take the focus.
function focusWhenEmpty(input: HTMLInputElement | null): void {
  if (input?.value === '') input.focus();
}
