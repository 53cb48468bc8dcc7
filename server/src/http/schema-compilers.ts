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
 * Compiles each schema once for all servers of this process, and a serializer only when it is first used: most answers
 * are made without one. Compiling both cost a start 0.3 s of CPU, and each site of the tests again.
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
  const found = serializers.get(schema);
  if (found) return found;
  const made = fastJson(schema);
  serializers.set(schema, made);
  return made;
}
