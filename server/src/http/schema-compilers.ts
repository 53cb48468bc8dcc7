import AjvCompiler from '@fastify/ajv-compiler';
import fastJson from 'fast-json-stringify';

type Validate = (input: unknown) => boolean;
type Serialize = (output: object) => string;

// Nothing is coerced or dropped silently: unexpected input is refused.
const customOptions = { removeAdditional: false, coerceTypes: false, useDefaults: false, allErrors: false };
const compile = AjvCompiler()({}, { customOptions, plugins: [] }) as unknown as (part: {
  schema: object;
}) => Validate;

/**
 * Schemas are compiled when they are first used: most calls are not, between two starts. Compiling all of
 * them would cost each start 0.4 s of CPU.
 */
export function validatorOf(schema: object): Validate {
  let validate: Validate | undefined;
  return (input) => (validate ??= compile({ schema }))(input);
}

const serializers = new WeakMap<object, Serialize>();

/** Fields that the schema does not name are left out. */
export function serializerOf(schema: object): Serialize {
  return (output) => {
    let serialize = serializers.get(schema);
    if (!serialize) {
      serialize = fastJson(schema) as Serialize;
      serializers.set(schema, serialize);
    }
    return serialize(output);
  };
}
