export function insertCompletion(box: HTMLTextAreaElement, start: number, text: string): void {
  const end = box.selectionEnd;
  const hasSpace = /^\s/.test(box.value.slice(end));
  const insertion = text + (hasSpace ? '' : ' ');
  box.focus();
  box.setSelectionRange(start, end);
  // Deprecated, but the only way that keeps the browser's own undo.
  if (!document.execCommand('insertText', false, insertion)) {
    box.setRangeText(insertion, start, end, 'end');
    box.dispatchEvent(new Event('input', { bubbles: true }));
  }
  if (hasSpace) box.setSelectionRange(box.selectionEnd + 1, box.selectionEnd + 1);
}
