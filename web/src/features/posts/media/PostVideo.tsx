import { useRef, useState } from 'react';

import type { Media } from '../../../../../contract/src/calls/shapes.ts';
import { useNear } from '../../../ui/browser/use-near.ts';
import { AltBadge } from './AltBadge.tsx';
import { MediaFailed } from './MediaFailed.tsx';
import { MediaFrame } from './MediaFrame.tsx';
import { VideoPlayer } from './VideoPlayer.tsx';

type Props = { id: string | undefined; media: Media; authorName: string; muted?: boolean };

export function PostVideo({ id, media, authorName, muted = false }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const near = useNear(frame);
  const [hasFailed, setHasFailed] = useState(false);
  return (
    <MediaFrame ref={frame} media={media}>
      {hasFailed && (
        <MediaFailed onRetry={() => setHasFailed(false)}>No se pudo cargar el video.</MediaFailed>
      )}
      {near && !hasFailed && (
        <VideoPlayer
          id={id}
          url={media.url}
          name={media.alt ?? `Video de ${authorName}`}
          muted={muted}
          onFailed={() => setHasFailed(true)}
        />
      )}
      {media.alt !== undefined && <AltBadge n={null} alt={media.alt} />}
    </MediaFrame>
  );
}
