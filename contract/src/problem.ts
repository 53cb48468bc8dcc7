const catalogue = {
  'invalid-argument': [400, 'Hay un dato que no es válido.'],
  'failed-precondition': [400, 'No se puede hacer en este momento.'],
  unauthenticated: [401, 'Tenés que iniciar sesión.'],
  'permission-denied': [403, 'No tenés permiso para hacer eso.'],
  'not-found': [404, 'No se encontró lo que buscabas.'],
  'already-exists': [409, 'Eso ya existe.'],
  'payload-too-large': [413, 'Lo que enviaste es demasiado grande.'],
  'unsupported-media-type': [415, 'Ese formato no está soportado.'],
  'resource-exhausted': [429, 'Demasiados intentos. Esperá un momento.'],
  internal: [500, 'Algo falló de nuestro lado.'],
  unavailable: [503, 'El servicio no está disponible. Probá de nuevo en un momento.'],
  'auth/invalid-email': [400, 'El email no es válido.'],
  'auth/user-disabled': [403, 'La cuenta está deshabilitada.'],
  'auth/user-not-found': [404, 'No encontramos una cuenta con ese email.'],
  'auth/wrong-password': [401, 'La contraseña no es correcta.'],
  'auth/email-already-in-use': [409, 'Ese email ya está registrado.'],
  'auth/weak-password': [400, 'La contraseña debe tener al menos 6 caracteres.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ProblemCode = keyof typeof catalogue;

/**
 * Tells the page what to do when the code is not enough: `sign-in-again` requires `confirmPassword` first;
 * `comments-limited` and `quotes-off` are the choice of the post's author.
 */
export const problemReasons = [
  'sign-in-again',
  'feature-off',
  'club-too-soon',
  'comments-limited',
  'quotes-off',
] as const;
export type ProblemReason = (typeof problemReasons)[number];

export type ProblemBody = { error: { code: ProblemCode; message: string; reason?: ProblemReason } };

export const problemCodes = Object.keys(catalogue) as ProblemCode[];

/** An expected failure of a call. `message` is Spanish and safe to display; `retryAfter` is in seconds. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly retryAfter: number | undefined;
  readonly reason: ProblemReason | undefined;

  constructor(
    code: ProblemCode,
    message?: string,
    options?: { retryAfter?: number; reason?: ProblemReason; cause?: unknown },
  ) {
    super(message ?? catalogue[code][1], options);
    this.name = 'Problem';
    this.code = code;
    this.retryAfter = options?.retryAfter;
    this.reason = options?.reason;
  }

  get status(): number {
    return catalogue[this.code][0];
  }

  get body(): ProblemBody {
    const { code, message, reason } = this;
    return { error: { code, message, ...(reason && { reason }) } };
  }
}
