import { normaliseHandle } from '../../../../contract/src/rules/handles.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { cutText } from '../../../../contract/src/rules/text.ts';
import { cast, castDomain, type CastMember } from './cast.ts';
import { fill } from './grammar.ts';
import { bioPhrases, bioTemplates } from './phrases/bios.ts';
import { clubs, givenNames, nicknames, surnames } from './phrases/names.ts';
import { idAt, type Random, WeightedPick } from './random.ts';

/** Only the cast can sign in. */
export type Person = {
  readonly uid: string;
  readonly displayName: string;
  readonly handle: string;
  readonly bio: string;
  readonly email: string;
  readonly club: string;
  readonly createdAt: number;
  readonly inCast: boolean;
  readonly lines: readonly string[];
};

const exampleMark = 'Datos de ejemplo';

/** The cast comes first. */
export function createPeople(random: Random, count: number, from: number, until: number): Person[] {
  const handles = new Set<string>();
  const club = new WeightedPick(clubs.map(({ weight }) => weight));
  const joinTime = () => from + Math.floor((until - from) * random.next() ** 2);
  const people = Object.values<CastMember>(cast).map((member) => {
    handles.add(member.handle);
    return person(random, { ...member, inCast: true }, joinTime());
  });
  while (people.length < count) {
    const names = { given: random.pick(givenNames), surname: random.pick(surnames) };
    const handle = freeHandle(random, handles, names);
    const own = clubs[club.index(random)]?.name ?? 'Ferro';
    people.push(
      person(
        random,
        {
          displayName: displayName(random, names),
          handle,
          email: `${handle}@${castDomain}`,
          club: own,
          bio: random.chance(0.85)
            ? fill(random.pick(bioTemplates), [{ club: [own] }, bioPhrases], random)
            : '',
          lines: [],
          inCast: false,
        },
        joinTime(),
      ),
    );
  }
  return people.slice(0, count);
}

type NewPerson = CastMember & { inCast: boolean };

function person(random: Random, member: NewPerson, at: number): Person {
  const room = limits.bio - exampleMark.length - 3;
  const bio = member.bio === '' ? exampleMark : `${cutText(member.bio, room)} · ${exampleMark}`;
  return { ...member, bio, uid: idAt(random, at), createdAt: at };
}

type Names = { given: string; surname: string };

function displayName(random: Random, { given: firstName, surname }: Names): string {
  const style = random.next();
  if (style < 0.7) return `${firstName} ${surname}`;
  if (style < 0.8) return firstName;
  if (style < 0.9) return `${random.pick(nicknames)} ${surname}`;
  return `${firstName} «${random.pick(nicknames)}» ${surname}`;
}

function freeHandle(random: Random, handles: Set<string>, names: Names): string {
  const firstName = plain(names.given);
  const surname = plain(names.surname);
  const shape = random.pick([
    `${firstName}.${surname}`,
    `${firstName}${surname}`,
    `${firstName}_${surname.slice(0, 3)}`,
    surname,
  ]);
  const base = shape.slice(0, limits.handleMax - 6);
  let handle = base;
  while (handle.length < limits.handleMin || handles.has(handle))
    handle = `${base}${random.between(1, 99_999)}`;
  handles.add(handle);
  return handle;
}

function plain(name: string): string {
  return normaliseHandle(name.normalize('NFD').replace(/[\p{M} ]/gu, ''));
}
