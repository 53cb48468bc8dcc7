import {
  AtSign,
  Bell,
  EyeOff,
  Heart,
  MessageCircle,
  MessageCircleReply,
  Quote,
  Repeat2,
  ShieldCheck,
  UserPlus,
} from 'lucide-react';

import type { Notification } from '../../../../contract/src/calls/notifications.ts';

import styles from './NotificationIcon.module.css';

const icons = {
  like: Heart,
  comment: MessageCircle,
  repost: Repeat2,
  mention: AtSign,
  quote: Quote,
  follow: UserPlus,
  reply: MessageCircleReply,
  'comment-like': Heart,
  'report-upheld': ShieldCheck,
  'report-dismissed': ShieldCheck,
  'cover-set': EyeOff,
};

export function NotificationIcon({ item, badge = false }: { item: Notification; badge?: boolean }) {
  const kind = item.kind ?? item.type;
  const Icon = (icons as Partial<Record<string, typeof Bell>>)[kind] ?? Bell;
  return (
    <span className={badge ? styles.badge : styles.sign} data-kind={kind} aria-hidden>
      <Icon size={badge ? 12 : 22} strokeWidth={badge ? 2.5 : 2} />
    </span>
  );
}
