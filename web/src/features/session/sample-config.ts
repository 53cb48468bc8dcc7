import type { SessionAnswer } from './session-state.ts';

type Config = NonNullable<SessionAnswer['config']>;

export function sampleConfig(fields: Partial<Config> = {}): Config {
  return {
    siteName: 'Tablón',
    publicUrl: 'https://tablon.example',
    pushPublicKey: null,
    googleSignIn: false,
    features: [],
    operator: { name: '', email: '', address: '' },
    ...fields,
  };
}
