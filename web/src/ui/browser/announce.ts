let cleaning: ReturnType<typeof setTimeout> | undefined;

/** The live region is in index.html, so it exists from the start. */
export function announce(text: string): void {
  const region = document.getElementById('announcer');
  if (!region) return;
  // Screen readers announce a repeated text only if the region was empty in between.
  region.textContent = '';
  setTimeout(() => {
    region.textContent = text;
  }, 50);
  clearTimeout(cleaning);
  cleaning = setTimeout(() => region.replaceChildren(), 5000);
}
