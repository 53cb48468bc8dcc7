import type { Club } from '../../../../contract/src/calls/clubs.ts';
import {
  clubDivisions,
  type ClubDivision,
  clubPatterns,
  type ClubPattern,
} from '../../../../contract/src/rules/clubs/club-forms.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { codePoints } from '../../../../contract/src/rules/text.ts';

const requiredColumns = [
  'slug',
  'name',
  'short',
  'division',
  'place',
  'pattern',
  'c1',
  'c2',
  'c3',
  'aliases',
];
const optionalColumns = ['check', 'active'];
const maxClubs = 500;

/** `active` is null where the file has no such column. */
export type ClubLine = Omit<Club, 'active'> & { active: boolean | null };

/** Nobody has confirmed the club's colours yet. */
const greyBadge = { pattern: 'liso', colours: ['#6B7280', '#E5E7EB'] } as const;

/**
 * Columns are separated by semicolons and named in the first line. `check=si`: the colours are not
 * confirmed, the club is grey. `active=no`: it is retired.
 * @throws {Error} naming the wrong line
 */
export function readClubFile(text: string): ClubLine[] {
  const [first = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const names = first.split(';').map((name) => name.trim());
  const missing = requiredColumns.find((name) => !names.includes(name));
  if (missing !== undefined) throw new Error(`The column ${missing} is missing`);
  const unknown = names.find((name) => ![...requiredColumns, ...optionalColumns].includes(name));
  if (unknown !== undefined) throw new Error(`The column ${unknown} is unknown`);
  const clubs: ClubLine[] = [];
  for (const [i, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const cells = line.split(';').map((cell) => cell.trim());
    const fault = (what: string) => new Error(`Line ${i + 2}: ${what}`);
    if (cells.length !== names.length) throw fault(`${names.length} columns are expected`);
    const club = clubOf(new Map(names.map((name, n) => [name, cells[n] ?? ''])), fault);
    if (clubs.some(({ slug }) => slug === club.slug)) throw fault(`${club.slug} is there twice`);
    clubs.push(club);
  }
  if (clubs.length > maxClubs) throw new Error(`There are more than ${maxClubs} clubs`);
  return clubs;
}

function clubOf(cells: ReadonlyMap<string, string>, fault: (what: string) => Error): ClubLine {
  const cell = (name: string) => cells.get(name) ?? '';
  const [slug, name, short] = [cell('slug'), cell('name'), cell('short')];
  const [division, pattern] = [cell('division'), cell('pattern')];
  const colours = ['c1', 'c2', 'c3'].map(cell).filter(Boolean);
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) || slug.length > 40) throw fault('the slug is not valid');
  if (name === '' || codePoints(name) > 60) throw fault('the name is not valid');
  if (short === '' || codePoints(short) > limits.clubShort)
    throw fault(`the short name has 1 to ${limits.clubShort} characters`);
  if (!isOneOf(clubDivisions, division)) throw fault(`the division is none of ${clubDivisions.join(', ')}`);
  if (!isOneOf(clubPatterns, pattern)) throw fault(`the pattern is none of ${clubPatterns.join(', ')}`);
  if (colours.length < 2 || !colours.every((colour) => /^#[0-9A-F]{6}$/i.test(colour)))
    throw fault('two or three colours such as #00843D are expected');
  for (const name of optionalColumns)
    if (!isOneOf(['', 'si', 'no'], cell(name))) throw fault(`${name} is neither si nor no`);
  const forms: { division: ClubDivision; pattern: ClubPattern } = { division, pattern };
  return {
    slug,
    name,
    short,
    place: cell('place'),
    ...forms,
    ...(cell('check') === 'si' ? { ...greyBadge, colours: [...greyBadge.colours] } : { colours }),
    aliases: cell('aliases').split('|').filter(Boolean),
    active: cells.has('active') ? cell('active') !== 'no' : null,
  };
}

function isOneOf<T extends string>(all: readonly T[], value: string): value is T {
  return all.some((each) => each === value);
}
