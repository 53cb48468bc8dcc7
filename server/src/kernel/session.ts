export type Session = { readonly uid: string; readonly tokenHash: string };
