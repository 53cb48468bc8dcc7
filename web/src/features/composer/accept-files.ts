/** Passes pasted and dropped files to `onFile`. Returns the function that stops it. */
export function acceptFiles(form: HTMLFormElement | null | undefined, onFile: (file: File) => void) {
  const listening = new AbortController();
  const hold = (over: boolean) => form?.toggleAttribute('data-over', over);

  const paste = (event: ClipboardEvent) => {
    const { files = [], types = [] } = event.clipboardData ?? {};
    const file = [...files].find(({ type }) => /^(?:image|video)\//.test(type));
    // A copied table or page brings a picture of itself, but its text is meant.
    if (!file || types.includes('text/plain')) return;
    event.preventDefault();
    onFile(file);
  };
  const dragOver = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    hold(true);
  };
  const dragLeave = ({ relatedTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node && form?.contains(relatedTarget))) hold(false);
  };
  const drop = (event: DragEvent) => {
    hold(false);
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    // Of any type: otherwise the browser would leave the page to show it.
    event.preventDefault();
    onFile(file);
  };

  const { signal } = listening;
  form?.addEventListener('paste', paste, { signal });
  form?.addEventListener('dragover', dragOver, { signal });
  form?.addEventListener('dragleave', dragLeave, { signal });
  form?.addEventListener('drop', drop, { signal });
  return () => listening.abort();
}
