import { exactDate, postAge } from '../../../contract/src/rules/relative-time.ts';
import { useNow } from './browser/now.ts';

type Props = { at: string; age?: (from: Date, now: number) => string };

export function PostTime({ at, age = postAge }: Props) {
  const now = useNow();
  const date = new Date(at);
  return (
    <time dateTime={at} title={exactDate(date)}>
      {age(date, now)}
    </time>
  );
}
