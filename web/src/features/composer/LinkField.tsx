import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';

import { limits } from '../../../../contract/src/rules/limits.ts';
import { normaliseLink } from '../../../../contract/src/rules/links.ts';
import { useDebounced } from '../../ui/browser/use-debounced.ts';
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

export function LinkField({ link, onLink, onRemove, onSend }: Props) {
  const address = normaliseLink(link);
  const debouncedAddress = useDebounced(address, limits.linkPreviewDebounceMs);
  const isWrong = link.trim() !== '' && address === null;
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
        hint={isWrong ? 'Todavía no es un enlace válido.' : undefined}
        end={<IconButton label="Quitar enlace" icon={<X size={20} aria-hidden />} onClick={onRemove} />}
        onChange={(event) => onLink(event.target.value)}
        ref={focusWhenEmpty}
        onKeyDown={(event) => {
          if (isSending(event)) onSend();
          // Enter must not publish an unfinished post.
          else if (event.key === 'Enter') event.preventDefault();
        }}
      />
      {address !== null && <Preview link={address} isSettled={debouncedAddress === address} />}
    </div>
  );
}

function Preview({ link, isSettled }: { link: string; isSettled: boolean }) {
  const { data, isFetching } = useQuery({ ...linkPreviewQuery(link), enabled: isSettled });
  if (!data && (!isSettled || isFetching)) {
    return (
      <div className={styles.loading}>
        <Skeleton height="100%" />
        <Skeleton height={16} width="60%" />
      </div>
    );
  }
  return <LinkCard link={link} preview={data ?? null} />;
}

// A field that was just opened takes the focus; a restored draft's does not.
function focusWhenEmpty(input: HTMLInputElement | null): void {
  if (input?.value === '') input.focus();
}
