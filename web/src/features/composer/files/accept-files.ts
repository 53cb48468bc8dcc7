export function acceptFiles(form: HTMLFormElement | null | undefined, onFiles: (files: File[]) => void) {
  const listening = new AbortController();
  const markDragOver = (over: boolean) => form?.toggleAttribute('data-over', over);

  const paste = (event: ClipboardEvent) => {
    const { files = [], types = [] } = event.clipboardData ?? {};
    const media = [...files].filter(({ type }) => /^(?:image|video)\//.test(type));
    // A copied table or page includes a picture of itself, but the user means its text. A file that was copied
    // in the Finder includes its name, as plain text alone.
    const isText = types.includes('text/plain') && types.includes('text/html');
    if (media.length === 0 || isText) return;
    event.preventDefault();
    onFiles(media);
  };
  const dragOver = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    markDragOver(true);
  };
  const dragLeave = ({ relatedTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node && form?.contains(relatedTarget))) markDragOver(false);
  };
  const drop = (event: DragEvent) => {
    markDragOver(false);
    const droppedFiles = [...(event.dataTransfer?.files ?? [])];
    if (droppedFiles.length === 0) return;
    // Files of any type: otherwise the browser would leave the page to show them.
    event.preventDefault();
    onFiles(droppedFiles);
  };

  const { signal } = listening;
  form?.addEventListener('paste', paste, { signal });
  form?.addEventListener('dragover', dragOver, { signal });
  form?.addEventListener('dragleave', dragLeave, { signal });
  form?.addEventListener('drop', drop, { signal });
  return () => listening.abort();
}
