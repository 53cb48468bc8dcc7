import { displayHandle } from '../../../../contract/src/rules/handles.ts';
import { Avatar } from '../../ui/Avatar.tsx';

import styles from './ProfileEditor.module.css';

type Props = { avatar: string | null; displayName: string; handle: string };

/** How the others will see it, while it is typed. */
export function ProfilePreview({ avatar, displayName, handle }: Props) {
  return (
    <div className={styles.preview}>
      <Avatar src={avatar} size={88} />
      <div className={styles.who} aria-hidden>
        <p className={styles.name} dir="auto">
          {displayName}
        </p>
        <p className={styles.handle}>{displayHandle(handle)}</p>
      </div>
    </div>
  );
}
