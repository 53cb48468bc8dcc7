/** A signed-in session: its user, and the SHA-256 of its token in base64url. */
export type Session = { readonly uid: string; readonly tokenHash: string };
