let cleaning: ReturnType<typeof setTimeout> | undefined;

/** Has a screen reader say `text`, politely. The region stands in index.html, so it is there from the start. */
export function announce(text: string): void {
  const region = document.getElementById('announcer');
  if (!region) return;
  // The same words twice are only said again when the region was empty in between.
  region.textContent = '';
  setTimeout(() => {
    region.textContent = text;
  }, 50);
  clearTimeout(cleaning);
  cleaning = setTimeout(() => region.replaceChildren(), 5000);
}
