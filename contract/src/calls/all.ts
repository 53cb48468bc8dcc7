import * as accountLife from './account-life.ts';
import * as accounts from './accounts.ts';
import * as admin from './admin.ts';
import * as ads from './ads.ts';
import * as blocks from './blocks.ts';
import * as clubs from './clubs.ts';
import * as comments from './comments.ts';
import { type Call, type InputOf, type OutputOf } from './define.ts';
import * as discovery from './discovery.ts';
import * as follows from './follows.ts';
import * as links from './links.ts';
import * as notifications from './notifications.ts';
import * as onboarding from './onboarding.ts';
import * as posts from './posts.ts';
import * as preferences from './preferences.ts';
import * as profiles from './profiles.ts';
import * as push from './push.ts';
import * as reactions from './reactions.ts';
import * as reports from './reports.ts';
import * as topics from './topics.ts';
import * as uploads from './uploads.ts';

type CallsIn<Nouns> = {
  [Name in keyof Nouns as Nouns[Name] extends Call ? Name : never]: Nouns[Name];
};

function callsIn<Exports extends object>(exports: Exports): CallsIn<Exports> {
  const isCall = (value: unknown) =>
    typeof value === 'object' && value !== null && 'summary' in value && 'access' in value;
  return Object.fromEntries(Object.entries(exports).filter(([, value]) => isCall(value))) as CallsIn<Exports>;
}

export const calls = {
  ...callsIn(accountLife),
  ...callsIn(accounts),
  ...callsIn(admin),
  ...callsIn(ads),
  ...callsIn(blocks),
  ...callsIn(clubs),
  ...callsIn(comments),
  ...callsIn(discovery),
  ...callsIn(follows),
  ...callsIn(links),
  ...callsIn(notifications),
  ...callsIn(onboarding),
  ...callsIn(posts),
  ...callsIn(preferences),
  ...callsIn(profiles),
  ...callsIn(push),
  ...callsIn(reactions),
  ...callsIn(reports),
  ...callsIn(topics),
  ...callsIn(uploads),
};

export type Calls = typeof calls;
export type CallName = keyof Calls;
type NameOf<Kind> = { [N in CallName]: Calls[N]['kind'] extends Kind ? N : never }[CallName];
export type QueryName = NameOf<'query'>;
export type CommandName = NameOf<'command'>;
export type AdminCommandName = {
  [N in CommandName]: Calls[N]['access'] extends 'admin' ? N : never;
}[CommandName];

// Looked up by name: an alias of TypeBox's `Static` makes the compiler compare its definition, which costs a
// second in each of its threads. `as Name` keeps it from seeing through the lookup.
type Inputs = { [Name in CallName as Name]: InputOf<Calls[Name]> };
type Outputs = { [Name in CallName as Name]: OutputOf<Calls[Name]> };
export type Input<Name extends CallName> = Inputs[Name];
export type Output<Name extends CallName> = Outputs[Name];
