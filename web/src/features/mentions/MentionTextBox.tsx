import { type ComponentProps, Suspense, useImperativeHandle, useRef } from 'react';

import { GrowingTextBox } from '../../ui/forms/GrowingTextBox.tsx';
import { optionalPart } from '../../ui/optional-part.ts';

// Loaded with the first @ or #. Without it the box still works.
const MentionList = optionalPart(async () => (await import('./MentionList.tsx')).MentionList);

export function MentionTextBox({ ref, ...props }: ComponentProps<typeof GrowingTextBox>) {
  const box = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => box.current as HTMLTextAreaElement, []);
  return (
    <>
      <GrowingTextBox {...props} ref={box} />
      {/[@#]/.test(props.text) && (
        <Suspense>
          <MentionList box={box} />
        </Suspense>
      )}
    </>
  );
}
