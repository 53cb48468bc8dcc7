let playing: HTMLVideoElement | null = null;

/** Stops the video that plays already: one at a time. */
export function playAlone(video: HTMLVideoElement): void {
  if (playing !== video) playing?.pause();
  playing = video;
}

/** Pauses the video when most of it has been scrolled away, unless it plays in its own window. Returns the end of it. */
export function pauseWhenAway(video: HTMLVideoElement): () => void {
  const sight = new IntersectionObserver(
    (entries) => {
      const seen = entries.at(-1)?.intersectionRatio ?? 0;
      if (seen < 0.25 && document.pictureInPictureElement !== video) video.pause();
    },
    { threshold: 0.25 },
  );
  sight.observe(video);
  return () => sight.disconnect();
}

/** Whether the user asked to be spared data: then not even the first frame is fetched. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches;
}
