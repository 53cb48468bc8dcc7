import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { limits } from '../../../../contract/src/rules/limits.ts';
import { normaliseLink } from '../../../../contract/src/rules/links.ts';
import { useDebounced } from '../../ui/browser/use-debounced.ts';
import { isSending } from '../../ui/forms/GrowingTextBox.tsx';
import { TextField } from '../../ui/forms/TextField.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { linkPreviewQuery } from '../posts/parts/link-preview.ts';
import { LinkCard } from '../posts/parts/LinkCard.tsx';
import type { ComposerState } from './composer-store.ts';

import styles from './LinkField.module.css';

type Props = {
  link: string;
  refusedLink: ComposerState['refusedLink'];
  onLink: (link: string) => void;
  onRemove: () => void;
  onSend: () => void;
};

export function LinkField({ link, refusedLink, onLink, onRemove, onSend }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [refusedBefore] = useState(refusedLink);
  const address = normaliseLink(link);
  const debouncedAddress = useDebounced(address, limits.linkPreviewDebounceMs);
  const hint = link.trim() !== '' && address === null ? 'Todavía no es un enlace válido.' : undefined;
  const isRefused = refusedLink?.link === link;

  useEffect(() => {
    if (refusedLink !== refusedBefore) field.current?.focus();
  }, [refusedLink, refusedBefore]);
  // A field that was just opened takes the focus; a restored draft's does not.
  useEffect(() => {
    if (field.current?.value === '') field.current.focus();
  }, []);

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
        maxLength={limits.linkFieldLength}
        value={link}
        hint={isRefused ? undefined : hint}
        error={isRefused ? hint : undefined}
        end={
          <IconButton
            label="Quitar enlace"
            icon={<X size={20} aria-hidden />}
            isNamedByText
            onClick={onRemove}
          />
        }
        onChange={(event) => onLink(event.target.value)}
        ref={field}
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
