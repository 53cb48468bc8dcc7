/** Whether a reload would lose typed text. The composer stores its own draft. */
export function hasUnsavedInput(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'textarea:not([data-stored-draft] *), input:is([type=text], [type=email], [type=password], [type=search], :not([type])):not([data-stored-draft] *)',
  );
  return [...fields].some(({ value }) => value !== '');
}
