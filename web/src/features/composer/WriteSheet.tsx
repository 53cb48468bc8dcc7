import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'wouter';

import type { Profile } from '../../../../contract/src/calls/shapes.ts';
import { toast } from '../../ui/overlays/dialogs.ts';
import { openModal } from '../../ui/overlays/modals.ts';
import { Sheet } from '../../ui/overlays/Sheet.tsx';
import { currentFeedTab } from '../posts/lists/post-lists.ts';
import { Composer } from './Composer.tsx';
import type { Extras } from './extras.ts';

import styles from './WriteSheet.module.css';

const longestPublishMs = 3_600_000;
const linkMs = 8000;

export function showWriteSheet(): void {
  if (document.querySelector('dialog:modal')) return;
  openModal((close) => <WriteSheet onClose={close} />);
}

function WriteSheet({ onClose }: { onClose: () => void }) {
  const [path] = useLocation();
  const openedAt = useRef(path);
  const content = useRef<HTMLDivElement>(null);

  // A link inside the sheet leads to another screen.
  useEffect(() => {
    if (path !== openedAt.current) onClose();
  }, [path, onClose]);
  useLayoutEffect(() => {
    const box = content.current?.querySelector('textarea');
    box?.focus();
    box?.setSelectionRange(box.value.length, box.value.length);
  }, []);

  return (
    <Sheet title="Nueva publicación" onClose={onClose}>
      <div ref={content} className={styles.content}>
        <Composer
          publish={(author, extras) => {
            // Closed before the code for publishing had loaded: nobody wants the post out.
            if (!content.current) return;
            onClose();
            void publishAndShow(author, extras);
          }}
        />
      </div>
    </Sheet>
  );
}

async function publishAndShow(author: Profile, { publish }: Extras): Promise<void> {
  const dismiss = toast('Publicando…', { type: 'progress', durationMs: longestPublishMs });
  await publish(author, currentFeedTab(), (post) =>
    toast('Publicación enviada.', {
      type: 'success',
      durationMs: linkMs,
      action: { label: 'Ver', href: `/p/${post.id}` },
    }),
  );
  dismiss();
}
