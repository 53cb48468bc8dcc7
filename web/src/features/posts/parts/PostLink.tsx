import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';

import type { LinkPreview } from '../../../../../contract/src/calls/shapes.ts';
import { useNear } from '../../../ui/browser/use-near.ts';
import { linkPreviewQuery } from './link-preview.ts';
import { LinkCard } from './LinkCard.tsx';

type Props = { id: string | undefined; link: string; storedPreview: LinkPreview | null };

/** Requests a missing preview when the card comes near the viewport. */
export function PostLink({ id, link, storedPreview }: Props) {
  const card = useRef<HTMLAnchorElement>(null);
  const near = useNear(card);
  const { data } = useQuery({ ...linkPreviewQuery(link), enabled: near && !storedPreview });
  return <LinkCard id={id} ref={card} link={link} preview={storedPreview ?? data ?? null} />;
}
