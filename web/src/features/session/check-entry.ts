import { normaliseEmail } from '../../../../contract/src/rules/email.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { codePoints, isBlank } from '../../../../contract/src/rules/text.ts';
import { signInErrors, signUpErrors, type EntryErrors } from './entry-errors.ts';

export function checkSignIn(values: { email: string; password: string }): EntryErrors {
  if (values.email.trim() === '' || values.password === '') {
    return { form: 'Completá tu email y contraseña.' };
  }
  if (normaliseEmail(values.email) === null) return signInErrors({ code: 'auth/invalid-email', message: '' });
  return {};
}

type SignUpValues = { displayName: string; email: string; password: string; acceptedTos: boolean };

export function checkSignUp({ displayName, email, password, acceptedTos }: SignUpValues): EntryErrors {
  return {
    ...(isBlank(displayName) && { displayName: 'Ingresá un nombre visible.' }),
    ...(normaliseEmail(email) === null && signUpErrors({ code: 'auth/invalid-email', message: '' })),
    ...checkNewPassword({ password }),
    ...(!acceptedTos && { terms: 'Debés aceptar los Términos y la Privacidad.' }),
  };
}

export function checkNewPassword({ password }: { password: string }): EntryErrors {
  const length = codePoints(password);
  if (length < limits.passwordMin) return signUpErrors({ code: 'auth/weak-password', message: '' });
  if (length > limits.passwordMax) {
    return { password: `La contraseña supera los ${limits.passwordMax} caracteres.` };
  }
  return {};
}
