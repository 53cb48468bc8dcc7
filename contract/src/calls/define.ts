import { Type, type Static, type TObject, type TSchema } from 'typebox';

import type { Feature } from '../features.ts';

export type Access = 'anyone' | 'user' | 'author' | 'admin';

/**
 * A query reads, a command writes. An upload is a command with a file as its body and its input in the query
 * string. A redirect answers with a URL, a download with a file.
 */
export type CallKind = 'query' | 'command' | 'upload' | 'redirect' | 'download';

/** Calls of one group count together against its rate limit (server/src/http/rate-limits.ts). */
export type RateGroup =
  | 'read'
  | 'publish'
  | 'comment'
  | 'react'
  | 'follow'
  | 'hide'
  | 'delete'
  | 'moderate'
  | 'checkHandle'
  | 'editProfile'
  | 'search'
  | 'upload'
  | 'push'
  | 'account'
  | 'adImpression'
  | 'linkPreview'
  | 'report';

export type Call<
  Kind extends CallKind = CallKind,
  Input extends TObject = TObject,
  Output extends TSchema = TSchema,
  Caller extends Access = Access,
> = {
  readonly kind: Kind;
  readonly access: Caller;
  /** Null: a call for anyone, or one with separate limits. */
  readonly group: RateGroup | null;
  readonly summary: string;
  readonly input: Input;
  readonly output: Output;
  /** A repeated request with the same `Idempotency-Key` gets the first answer. */
  readonly idempotent: boolean;
  /** Within the last hour, for admin queries that show e-mail addresses or reporters. */
  readonly needsReauthentication?: boolean;
  /** Where this part of the product is off, the call fails with `feature-off`. */
  readonly feature?: Feature;
  /** The content type of a download. */
  readonly type?: string;
};

type Definition<Input extends TObject, Output extends TSchema, Caller extends Access> = {
  access: Caller;
  group: RateGroup | null;
  summary: string;
  input: Input;
  output: Output;
  idempotent?: boolean;
  needsReauthentication?: boolean;
  feature?: Feature;
};

/** `GET /api/<name>?…` */
export function query<Input extends TObject, Output extends TSchema, Caller extends Access>(
  definition: Definition<Input, Output, Caller>,
): Call<'query', Input, Output, Caller> {
  return { idempotent: false, ...definition, kind: 'query' };
}

/** `POST /api/<name>` with a JSON body. */
export function command<Input extends TObject, Output extends TSchema, Caller extends Access>(
  definition: Definition<Input, Output, Caller>,
): Call<'command', Input, Output, Caller> {
  return { idempotent: false, ...definition, kind: 'command' };
}

/** `POST /api/<name>?…` with a file as its body. */
export function upload<Input extends TObject, Output extends TSchema, Caller extends Access>(
  definition: Definition<Input, Output, Caller>,
): Call<'upload', Input, Output, Caller> {
  return { idempotent: false, ...definition, kind: 'upload' };
}

/** `GET /api/<name>?…`, answered with 302. */
export function redirect<Input extends TObject, Caller extends Access>(
  definition: Omit<Definition<Input, typeof Destination, Caller>, 'output'>,
): Call<'redirect', Input, typeof Destination, Caller> {
  return { idempotent: false, ...definition, output: Destination, kind: 'redirect' };
}

/** `GET /api/<name>`, answered with a file as an attachment. */
export function download<Caller extends Access>(definition: {
  access: Caller;
  group: RateGroup | null;
  summary: string;
  type: string;
}): Call<'download', typeof Empty, typeof Empty, Caller> {
  return { idempotent: false, ...definition, input: Empty, output: Empty, kind: 'download' };
}

const Empty = Type.Object({}, { additionalProperties: false });

const Destination = Type.Object({ location: Type.String() }, { additionalProperties: false });

export type InputOf<C> = C extends Call<CallKind, infer Input, TSchema> ? Static<Input> : never;
export type OutputOf<C> = C extends Call<CallKind, TObject, infer Output> ? Static<Output> : never;
