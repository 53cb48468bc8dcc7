import { Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { pauseWhenAway, playAlone, savesData } from './video-playback.ts';

import styles from './VideoPlayer.module.css';

type Props = { id: string | undefined; url: string; name: string; muted: boolean; onFailed: () => void };

/**
 * Plays on tap only: autoplay costs prepaid data and battery, and reduced motion and Save-Data would forbid
 * it anyway.
 */
export function VideoPlayer({ id, url, name, muted, onFailed }: Props) {
  const ref = useRef<HTMLVideoElement>(null);
  const [hasStarted, setHasStarted] = useState(false);

  useEffect(() => (ref.current ? pauseWhenAway(ref.current) : undefined), []);

  const start = () => {
    setHasStarted(true);
    ref.current?.play().catch((error: unknown) => {
      // The video's error event reports it.
      if (!(error instanceof DOMException)) throw error;
    });
    // Only a video with controls can take the focus.
    requestAnimationFrame(() => ref.current?.focus());
  };

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what fans film has none */}
      <video
        ref={ref}
        id={id}
        className={styles.video}
        aria-label={name}
        // Not at 0, where some encoders have a black frame.
        src={`${url}#t=0.1`}
        preload={savesData() ? 'none' : 'metadata'}
        controls={hasStarted}
        muted={muted}
        playsInline
        onPlay={(event) => {
          setHasStarted(true);
          playAlone(event.currentTarget);
        }}
        onError={onFailed}
      />
      {!hasStarted && (
        <button type="button" className={styles.start} aria-label={`Reproducir: ${name}`} onClick={start}>
          <span className={styles.disc}>
            <Play size={28} aria-hidden fill="currentColor" />
          </span>
        </button>
      )}
    </>
  );
}
