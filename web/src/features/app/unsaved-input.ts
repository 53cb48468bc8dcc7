/** Whether a field holds text that a reload would lose. The composer stores its own. */
export function hasUnsavedInput(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'textarea:not([data-kept] *), input:is([type=text], [type=email], [type=password], [type=search], :not([type])):not([data-kept] *)',
  );
  return [...fields].some(({ value }) => value !== '');
}
