import { openDescription } from '../posts/files/DescribeDialog.tsx';
import { readComposer, typeDraft } from './composer-store.ts';

export function describeFile(uid: string, id: string): void {
  const { draft, attachments } = readComposer(uid);
  const attachment = attachments.find((item) => item.id === id);
  const file = draft.files.find((item) => item.id === id);
  if (!attachment || !file) return;
  openDescription({ type: attachment.type, url: attachment.url, alt: file.alt }, (alt) => {
    const { files } = readComposer(uid).draft;
    const index = files.findIndex((item) => item.id === id);
    if (index >= 0) typeDraft(uid, { files: files.with(index, { id, alt }) });
  });
}
