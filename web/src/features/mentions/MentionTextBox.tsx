import { type ComponentProps, Suspense, useImperativeHandle, useRef } from 'react';

import { GrowingTextBox } from '../../ui/forms/GrowingTextBox.tsx';
import { optionalPart } from '../../ui/optional-part.ts';

// Fetched with the first @. When it cannot be had there are no suggestions; the text box works on.
const MentionList = optionalPart(async () => (await import('./MentionList.tsx')).MentionList);

/** A growing text box that offers people while an @mention is typed. */
export function MentionTextBox({ ref, ...props }: ComponentProps<typeof GrowingTextBox>) {
  const box = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => box.current as HTMLTextAreaElement);
  return (
    <>
      <GrowingTextBox {...props} ref={box} />
      {props.text.includes('@') && (
        <Suspense>
          <MentionList box={box} />
        </Suspense>
      )}
    </>
  );
}
