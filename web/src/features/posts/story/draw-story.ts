import type { PostView } from '../../../../../contract/src/calls/shapes.ts';
import { outsideCover } from '../../../../../contract/src/rules/covers/outside-cover.ts';
import { displayHandle } from '../../../../../contract/src/rules/handles.ts';
import { filesIn, moreMark } from '../../../../../contract/src/rules/looks/alt-text.ts';
import { type LinkCardContent, linkCardOf } from '../../../../../contract/src/rules/looks/link-card.ts';
import { codePoints } from '../../../../../contract/src/rules/text.ts';
import { type Block, fillRound, measureWith, stack, write } from './block.ts';
import { fitLine, fitText } from './fit-text.ts';
import type { Picture } from './pictures.ts';
import { drawPitch } from './pitch.ts';
import { pollBlock } from './poll-block.ts';
import {
  authorBlock,
  boxBlock,
  leastCrop,
  lineHeight,
  naturalHeight,
  pictureBlock,
  textBlock,
} from './post-blocks.ts';
import { boardFont, boardWidth, bodyWidth, look, textFont } from './story-look.ts';
import { shortAddress, storyWords } from './story-words.ts';

export type Story = {
  post: PostView;
  avatar: Picture;
  picture: Picture | null;
  logo: Picture;
  siteName: string;
  host: string;
  now: Date;
};

const stripHeight = 96;
const captionHeight = 92;
const captionGap = 44;

export function drawStory(pen: CanvasRenderingContext2D, story: Story): void {
  const most = look.bottom - look.top - captionGap - captionHeight - stripHeight - 2 * look.padding;
  const body = bodyBlock(pen, story, most);
  const height = stripHeight + body.height + 2 * look.padding;
  const whole = height + captionGap + captionHeight;
  const top = Math.round(look.top + (look.bottom - look.top - whole) / 2);

  drawPitch(pen);
  const board = { x: look.margin, y: top, width: boardWidth, height };
  fillRound(pen, board, look.radius, look.board);
  drawStrip(pen, story, top);
  body.draw(pen, look.margin + look.padding, top + stripHeight + look.padding);
  pen.beginPath();
  pen.roundRect(board.x, board.y, board.width, board.height, look.radius);
  pen.strokeStyle = look.line;
  pen.lineWidth = 3;
  pen.stroke();
  drawCaption(pen, story.host, top + height + captionGap);
}

function bodyBlock(pen: CanvasRenderingContext2D, story: Story, most: number): Block {
  const { post, avatar, picture } = story;
  const author = authorBlock(pen, post, avatar);
  const rest = restBlocks(pen, story);
  const room = most - stack([author, ...rest], look.gap).height - look.gap;
  const about = { colour: post.media?.color ?? null, more: moreMark(filesIn(post)) };
  if (post.text === '') {
    const pictures = picture ? [pictureBlock(picture, { ...about, most: room })] : [];
    return stack([author, ...pictures, ...rest], look.gap);
  }
  const { text, accents } = storyWords(post.text);
  const measure = measureWith(pen, textFont);
  const fit = (height: number, sizes: readonly number[]) =>
    fitText(text, { width: bodyWidth, height, sizes, lineHeight }, measure);
  if (!picture) {
    const words = textBlock(fit(room, rest.length > 0 ? sizesBeside : sizesAlone(text)), accents);
    return stack([author, words, ...rest], look.gap);
  }
  // The text shrinks until the picture has a fair part; only then is it cut.
  const natural = naturalHeight(picture);
  const fair = Math.min(leastCrop * natural, 0.6 * room);
  const words = textBlock(fit(room - look.gap - fair, sizesBeside), accents);
  const pictures = pictureBlock(picture, { ...about, most: room - look.gap - words.height });
  return stack([author, words, pictures, ...rest], look.gap);
}

const sizesBeside = [60, 56, 50, 46, 42, 38, 36, 34, 32];

function sizesAlone(text: string): readonly number[] {
  const length = codePoints(text);
  const big = length <= 16 ? [150, 120, 100] : length <= 60 ? [100] : [];
  return [...big, 84, 76, 68, 62, ...sizesBeside.slice(1)];
}

function restBlocks(pen: CanvasRenderingContext2D, { post, picture, now }: Story): Block[] {
  const { poll, quoted, quoteOf, link, linkPreview } = post;
  const lines = picture || poll ? 2 : 4;
  const blocks: Block[] = [];
  if (poll) blocks.push(pollBlock(pen, poll, now));
  if (quoted) {
    const head = `${quoted.authorName} ${displayHandle(quoted.authorHandle)}`.trim();
    blocks.push(boxBlock(pen, { head, text: outsideCover(quoted).text, lines }));
  } else if (quoteOf !== null) {
    blocks.push(boxBlock(pen, { head: 'Publicación no encontrada.', text: '', lines }));
  } else if (link !== null && !(picture && poll)) {
    const card = linkCardOf(link, linkPreview);
    if (card) blocks.push(boxBlock(pen, linkBox(link, card)));
  }
  return blocks;
}

function linkBox(link: string, { site, title }: LinkCardContent) {
  return site === null
    ? { head: shortAddress(link), text: '', lines: 0 }
    : { head: site, text: title, lines: 2 };
}

const day = new Intl.DateTimeFormat('es-AR', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'America/Argentina/Buenos_Aires',
});
const clock = new Intl.DateTimeFormat('es-AR', {
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
  timeZone: 'America/Argentina/Buenos_Aires',
});

function drawStrip(pen: CanvasRenderingContext2D, { post, logo, siteName }: Story, top: number): void {
  const x = look.margin + look.padding;
  const strip = { x: look.margin, y: top, width: boardWidth, height: stripHeight };
  fillRound(pen, strip, [look.radius, look.radius, 0, 0], look.strip);
  pen.drawImage(logo.source, x, top + 22, 52, 52);
  const name = fitLine(siteName.toUpperCase(), 420 / 54, measureWith(pen, boardFont));
  const width = write(pen, { text: name, x: x + 68, y: top + 67, font: boardFont(54), colour: look.text });
  pen.fillStyle = look.accent;
  pen.fillRect(x, top + stripHeight - 6, width + 68, 6);

  const at = new Date(post.createdAt);
  const when = `${day
    .format(at)
    .replaceAll(/ de |\./g, ' ')
    .trim()} · ${clock.format(at)}`.toUpperCase();
  pen.textAlign = 'right';
  const right = look.width - x;
  write(pen, {
    text: when.replaceAll(/ {2,}/g, ' '),
    x: right,
    y: top + 63,
    font: boardFont(40),
    colour: look.muted,
  });
  pen.textAlign = 'left';
}

function drawCaption(pen: CanvasRenderingContext2D, host: string, top: number): void {
  const bold = (size: number) => textFont(size, 600);
  const room = boardWidth - 88;
  const measure = measureWith(pen, bold);
  const caption = `Seguí la charla en ${host}`;
  const size = Math.max(28, Math.min(40, Math.floor(room / measure(caption))));
  const text = fitLine(caption, room / size, measure);
  const width = measure(text) * size + 88;
  const x = (look.width - width) / 2;
  fillRound(pen, { x, y: top, width, height: captionHeight }, captionHeight / 2, look.accent);
  const y = top + captionHeight / 2 + size * 0.34;
  write(pen, { text, x: x + 44, y, font: bold(size), colour: look.onAccent });
}
