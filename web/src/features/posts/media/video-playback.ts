let playing: HTMLVideoElement | null = null;

export function playAlone(video: HTMLVideoElement): void {
  if (playing !== video) playing?.pause();
  playing = video;
}

/**
 * Pauses a video that is scrolled out of view, except in picture-in-picture.
 * @returns the function that stops watching
 */
export function pauseWhenAway(video: HTMLVideoElement): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      const visibleRatio = entries.at(-1)?.intersectionRatio ?? 0;
      if (visibleRatio < 0.25 && document.pictureInPictureElement !== video) video.pause();
    },
    { threshold: 0.25 },
  );
  observer.observe(video);
  return () => observer.disconnect();
}

export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches;
}
