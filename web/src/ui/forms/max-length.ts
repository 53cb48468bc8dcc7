import { codePoints, cutText } from '../../../../contract/src/rules/text.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * A ref callback. Browsers count `maxlength` in UTF-16 units, two for an emoji, so it is set for each
 * insertion to leave room for `limit` code points: the browser cuts the insertion, leaves the rest alone and
 * can undo it.
 */
export function atMost(limit: number) {
  return (field: Field | null) => {
    const limitInsertion = (event: Event) => field && setMaxLength(field, event as InputEvent, limit);
    field?.addEventListener('beforeinput', limitInsertion);
    return () => field?.removeEventListener('beforeinput', limitInsertion);
  };
}

function setMaxLength(field: Field, { data, inputType }: InputEvent, limit: number): void {
  const { value, selectionStart, selectionEnd } = field;
  const insertion = inputType === 'insertLineBreak' ? '\n' : (data?.replaceAll('\r\n', '\n') ?? '');
  const rest = value.slice(0, selectionStart as number) + value.slice(selectionEnd as number);
  const fitting = cutText(insertion, limit - codePoints(rest));
  if (fitting === insertion) field.removeAttribute('maxlength');
  else field.maxLength = rest.length + fitting.length;
}
