import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';

import { limits } from '../../../../contract/src/rules/limits.ts';
import { normaliseLink } from '../../../../contract/src/rules/links.ts';
import { useSettled } from '../../ui/browser/use-settled.ts';
import { isSending } from '../../ui/forms/GrowingTextBox.tsx';
import { TextField } from '../../ui/forms/TextField.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { linkPreviewQuery } from '../posts/parts/link-preview.ts';
import { LinkCard } from '../posts/parts/LinkCard.tsx';

import styles from './LinkField.module.css';

type Props = {
  link: string;
  onLink: (link: string) => void;
  onRemove: () => void;
  onSend: () => void;
};

/** The post's link, and below it the card it will have; what is none yet says so once it looks finished. */
export function LinkField({ link, onLink, onRemove, onSend }: Props) {
  const address = normaliseLink(link);
  const settled = useSettled(address, limits.linkPreviewDebounceMs);
  const wrong = link.trim() !== '' && address === null;
  return (
    <div>
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
        end={<IconButton label="Quitar enlace" icon={<X size={20} aria-hidden />} onClick={onRemove} />}
        onChange={(event) => onLink(event.target.value)}
        ref={focusWhenEmpty}
        onKeyDown={(event) => {
          if (isSending(event)) onSend();
          // Enter alone would publish what one is still writing.
          else if (event.key === 'Enter') event.preventDefault();
        }}
      />
      {address !== null && <Preview link={address} settled={settled === address} />}
    </div>
  );
}

function Preview({ link, settled }: { link: string; settled: boolean }) {
  const { data, isFetching } = useQuery({ ...linkPreviewQuery(link), enabled: settled });
  if (!data && (!settled || isFetching)) {
    return (
      <div className={styles.loading}>
        <Skeleton height="100%" />
        <Skeleton height={16} width="60%" />
      </div>
    );
  }
  // Without a preview the card that the post will have all the same.
  return <LinkCard link={link} preview={data ?? null} />;
}

// Just opened; a kept draft's link does not take the focus.
function focusWhenEmpty(input: HTMLInputElement | null): void {
  if (input?.value === '') input.focus();
}
