import { openDescription } from '../posts/files/DescribeDialog.tsx';
import { readComposer, typeDraft } from './composer-store.ts';

export function describeFile(uid: string, id: string): void {
  const { draft, attachments } = readComposer(uid);
  const attachment = attachments.find((each) => each.id === id);
  const file = draft.files.find((each) => each.id === id);
  if (!attachment || !file) return;
  openDescription({ type: attachment.type, url: attachment.url, alt: file.alt }, (alt) => {
    const { files } = readComposer(uid).draft;
    const place = files.findIndex((each) => each.id === id);
    if (place >= 0) typeDraft(uid, { files: files.with(place, { id, alt }) });
  });
}
