import type { Static, TObject, TSchema } from 'typebox';

/** Who may call: anyone, a signed-in user who is not suspended, the post's author, or an admin. */
export type Access = 'anyone' | 'user' | 'author' | 'admin';

export type CallKind = 'query' | 'command';

export type Call<
  Kind extends CallKind = CallKind,
  Input extends TObject = TObject,
  Output extends TSchema = TSchema,
> = {
  readonly kind: Kind;
  readonly who: Access;
  readonly summary: string;
  readonly input: Input;
  readonly output: Output;
  /** Whether an `Idempotency-Key` header makes a repetition give the first answer again. */
  readonly idempotent: boolean;
};

type Definition<Input extends TObject, Output extends TSchema> = {
  who: Access;
  summary: string;
  input: Input;
  output: Output;
  idempotent?: boolean;
};

/** `GET /api/<name>?…` */
export function query<Input extends TObject, Output extends TSchema>(
  definition: Definition<Input, Output>,
): Call<'query', Input, Output> {
  return { idempotent: false, ...definition, kind: 'query' };
}

/** `POST /api/<name>` with a JSON body. */
export function command<Input extends TObject, Output extends TSchema>(
  definition: Definition<Input, Output>,
): Call<'command', Input, Output> {
  return { idempotent: false, ...definition, kind: 'command' };
}

export type InputOf<C> = C extends Call<CallKind, infer Input, TSchema> ? Static<Input> : never;
export type OutputOf<C> = C extends Call<CallKind, TObject, infer Output> ? Static<Output> : never;
