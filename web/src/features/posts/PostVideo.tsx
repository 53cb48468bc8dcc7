import { lazy, Suspense, useEffect, useRef, useState } from 'react';

import type { Media } from '../../../../contract/src/calls/shapes.ts';
import { useNear } from '../../ui/use-near.ts';
import { MediaFailed } from './MediaFailed.tsx';
import { MediaFrame } from './MediaFrame.tsx';

type Props = { id: string | undefined; media: Media; authorName: string };

const loadPlayer = async () => ({ default: (await import('./VideoPlayer.tsx')).VideoPlayer });
const VideoPlayer = lazy(loadPlayer);

/** The place of a video; its player and its first frame are fetched as it comes near. */
export function PostVideo({ id, media, authorName }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const near = useNear(frame);
  const [state, setState] = useState<'waiting' | 'ready' | 'failed'>('waiting');

  useEffect(() => {
    if (!near || state !== 'waiting') return;
    loadPlayer().then(
      () => setState('ready'),
      () => setState('failed'),
    );
  }, [near, state]);

  const retry = () => setState('waiting');
  return (
    <MediaFrame ref={frame} media={media}>
      {state === 'failed' && <MediaFailed onRetry={retry}>No se pudo cargar el video.</MediaFailed>}
      {state === 'ready' && (
        <Suspense fallback={null}>
          <VideoPlayer
            id={id}
            url={media.url}
            name={`Video de ${authorName}`}
            onFailed={() => setState('failed')}
          />
        </Suspense>
      )}
    </MediaFrame>
  );
}
