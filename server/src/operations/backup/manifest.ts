import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';

const Count = Type.Object({ lines: Type.Integer({ minimum: 0 }), digest: Type.String() });

const Form = Type.Object({ format: Type.String() });
type Form = Static<typeof Form>;
export const isForm = (value: unknown): value is Form => Value.Check(Form, value);

/** The first file of a backup, needed to read the rest. Tables are in restore order. */
const Head = Type.Object({
  format: Type.String(),
  madeAt: Type.String({ pattern: '^[\\dT:.Z-]{10,30}$' }),
  migrations: Type.Array(Type.String()),
  tables: Type.Array(Type.Object({ name: Type.String(), columns: Type.Array(Type.String()) })),
});
export type Head = Static<typeof Head>;
export const isHead = (value: unknown): value is Head => Value.Check(Head, value);

/** Checked after a restore. `jobs` counts waiting jobs; `media` counts sha256sum lines. */
const Manifest = Type.Object({
  tables: Type.Record(Type.String(), Count),
  jobs: Count,
  media: Type.Object({ ...Count.properties, bytes: Type.Integer({ minimum: 0 }) }),
});
export type Manifest = Static<typeof Manifest>;
export const isManifest = (value: unknown): value is Manifest => Value.Check(Manifest, value);

export const format = 'tablon-backup 1';
export const headName = 'backup.json';
export const manifestName = 'manifest.json';

export const parts = { database: 'database/', jobs: 'jobs/', media: 'media/', secrets: 'secrets/' } as const;
