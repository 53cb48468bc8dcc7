export function insertCompletion(box: HTMLTextAreaElement, start: number, text: string): void {
  const end = box.selectionEnd;
  const spaced = /^\s/.test(box.value.slice(end));
  const whole = text + (spaced ? '' : ' ');
  box.focus();
  box.setSelectionRange(start, end);
  // Deprecated, but the only way that keeps the browser's own undo.
  if (!document.execCommand('insertText', false, whole)) {
    box.setRangeText(whole, start, end, 'end');
    box.dispatchEvent(new Event('input', { bubbles: true }));
  }
  if (spaced) box.setSelectionRange(box.selectionEnd + 1, box.selectionEnd + 1);
}
