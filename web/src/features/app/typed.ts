/** Whether a field holds what a reload would take: anything but the composer's text, which is kept. */
export function isAnythingTyped(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'textarea:not([data-kept] *), input:is([type=text], [type=email], [type=password], [type=search], :not([type])):not([data-kept] *)',
  );
  return [...fields].some(({ value }) => value !== '');
}
