import type { Input } from '../../../../contract/src/calls/all.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { topicKey } from '../../../../contract/src/rules/texts/topics.ts';
import { writeAudit } from '../../audit/actions/audit.ts';
import type { Writes } from '../../kernel/writes.ts';
import { displayRanks, findTag, insertUnusedTag, lockTag, setTag, type TagRow } from '../store/tags.ts';

/**
 * A hidden topic is left out of completion and trends; its posts stay. Only a change is written to the audit
 * log.
 * @throws Problem `not-found` when `tag` is no topic; `invalid-argument` when the display is another topic
 */
export async function setTopic(
  { transaction }: Writes,
  adminUid: string,
  { tag: input, display, hidden }: Input<'adminSetTag'>,
): Promise<TagRow> {
  const tag = topicKey(input);
  if (tag === null) throw topicNotFound();
  if (display !== undefined && topicKey(display) !== tag)
    throw new Problem('invalid-argument', 'Solo podés cambiar mayúsculas y tildes del tema.');
  return transaction(async (tx) => {
    // A row that does not exist cannot be locked.
    await insertUnusedTag(tx, tag);
    await lockTag(tx, tag);
    const before = (await findTag(tx, tag)) ?? { tag, display: tag, hidden: false };
    const after = { tag, display: display ?? before.display, hidden: hidden ?? before.hidden };
    const actions = [
      ...(after.hidden === before.hidden ? [] : ([after.hidden ? 'topic-hidden' : 'topic-shown'] as const)),
      ...(after.display === before.display ? [] : (['topic-renamed'] as const)),
    ];
    if (actions.length === 0) return before;
    await setTag(tx, { ...after, rank: display === undefined ? displayRanks.unused : displayRanks.admin });
    for (const action of actions) {
      await writeAudit(tx, tx.at, {
        actor: { uid: adminUid },
        action,
        target: { kind: 'site', id: tag, label: `#${after.display}` },
        note: action === 'topic-renamed' ? `Antes: #${before.display}` : '',
      });
    }
    tx.fact({ type: 'topics-changed', tags: [tag] });
    return after;
  });
}

export function topicNotFound(): Problem {
  return new Problem('not-found', 'No encontramos ese tema.');
}
