import { type ComponentProps, lazy, Suspense, useImperativeHandle, useRef } from 'react';

import { GrowingTextBox } from '../../ui/GrowingTextBox.tsx';

// Fetched with the first @. When it cannot be had there are no suggestions; the text box works on.
const MentionList = lazy(() =>
  import('./MentionList.tsx').then(
    (module) => ({ default: module.MentionList }),
    () => ({ default: () => null }),
  ),
);

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
