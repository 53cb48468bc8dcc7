import fc from 'fast-check';

// fast-check's own unit 'binary' and its URLs first make a table of all characters: seconds of CPU.
const character = fc.integer({ min: 0, max: 0x10_ffff }).map((point) => String.fromCodePoint(point));

/** Strings of any code points, halves of surrogate pairs among them. */
export const anyText = (maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.oneof(fc.string({ minLength: 1, maxLength: 1 }), character), maxLength });

export const anyWebUrl: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom('http', 'https'), fc.domain(), anyText(30))
  .map(([scheme, host, path]) => `${scheme}://${host}/${encodeURI(path.toWellFormed())}`);
