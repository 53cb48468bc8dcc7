import { Link } from 'wouter';

import { shortLink } from '../../../../../contract/src/rules/links.ts';
import { splitText, type TextPart } from '../../../../../contract/src/rules/texts/split-text.ts';
import { useFeature } from '../../session/use-session.ts';

/** `dir` isolates a link: in Arabic or Hebrew its '@' or '#' would stand at the wrong end. */
export function LinkedText({ text }: { text: string }) {
  const hasTopics = useFeature('temas');
  return withPositions(text).map(({ part, at }) => {
    switch (part.kind) {
      case 'text':
        return part.text;
      case 'url':
        return (
          <a
            key={at}
            dir="auto"
            href={part.href}
            title={part.href}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
          >
            {shortLink(part.href)}
          </a>
        );
      case 'mention':
        return (
          <Link key={at} dir="auto" href={`/perfil/@${part.handle}`}>
            {part.text}
          </Link>
        );
      case 'topic':
        if (!hasTopics) return part.text;
        return (
          <Link key={at} dir="auto" href={`/tema/${encodeURIComponent(part.key)}`}>
            {part.text}
          </Link>
        );
    }
  });
}

// The position tells equal parts apart.
function withPositions(text: string): { part: TextPart; at: number }[] {
  let end = 0;
  return splitText(text).map((part) => {
    const at = end;
    end += part.text.length;
    return { part, at };
  });
}
