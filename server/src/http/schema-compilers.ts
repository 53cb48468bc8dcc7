import AjvCompiler from '@fastify/ajv-compiler';
import fastJson from 'fast-json-stringify';
import type { FastifyServerOptions } from 'fastify';

type CompilersFactory = NonNullable<
  NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']
>;
type Serializer = (output: unknown) => string;

const buildValidator = AjvCompiler();
const serializers = new WeakMap<object, Serializer>();

/**
 * Compiles each schema once per process, and serializers on first use: most answers need none. Compiling
 * all of them would cost each start 0.3 s of CPU.
 */
export const sharedCompilers: CompilersFactory = {
  buildValidator,
  buildSerializer: () => {
    return ({ schema }) =>
      (output: unknown) =>
        serializerOf(schema as object)(output);
  },
};

function serializerOf(schema: object): Serializer {
  const cachedSerializer = serializers.get(schema);
  if (cachedSerializer) return cachedSerializer;
  const serialize = fastJson(schema);
  serializers.set(schema, serialize);
  return serialize;
}
