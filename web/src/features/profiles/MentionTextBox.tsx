import { type ComponentProps, lazy, Suspense, useImperativeHandle, useRef } from 'react';

import { GrowingTextBox } from '../../ui/GrowingTextBox.tsx';
import { useMention } from './use-mention.ts';

// Without its program there are no suggestions; the text box works on.
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
  const [mention, dismiss] = useMention(box);
  return (
    <>
      <GrowingTextBox {...props} ref={box} />
      {mention && (
        <Suspense>
          <MentionList box={box} mention={mention} onClose={dismiss} />
        </Suspense>
      )}
    </>
  );
}
