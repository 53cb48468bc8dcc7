import { limits } from '../../../../contract/src/rules/limits.ts';
import { escapeHtml } from '../../kernel/escape-html.ts';
import type { Mail } from '../../platform/outbound/mail.ts';

// No display name in mails: a stranger may have created the account with this address.
type Content = { subject: string; lines: string[]; link?: { label: string; address: string } };

export function passwordLinkMail(siteName: string, mail: { to: string; address: string }): Mail {
  return compose(siteName, mail.to, {
    subject: `Cambiá tu contraseña de ${siteName}`,
    lines: [
      'Hola:',
      `Alguien, esperamos que vos, pidió cambiar la contraseña de tu cuenta de ${siteName}.`,
      `El enlace funciona una sola vez y vence en ${limits.passwordLinkMinutes} minutos. Si pedís otro, vale solamente el último.`,
      'Si no lo pediste, no hagas nada: tu contraseña sigue siendo la misma.',
    ],
    link: { label: 'Cambiar la contraseña', address: mail.address },
  });
}

export function passwordChangedMail(
  siteName: string,
  mail: { to: string; address: string; staysSignedIn: boolean },
): Mail {
  const sessions = mail.staysSignedIn ? 'sus otras sesiones' : 'todas sus sesiones';
  return compose(siteName, mail.to, {
    subject: `Cambió tu contraseña de ${siteName}`,
    lines: [
      'Hola:',
      `La contraseña de tu cuenta de ${siteName} se cambió recién y se cerraron ${sessions}.`,
      'Si fuiste vos, no hace falta que hagas nada más.',
      'Si no fuiste vos, alguien pudo haber leído tu correo: aseguralo primero y después pedí un enlace nuevo.',
    ],
    link: { label: 'Pedir un enlace nuevo', address: mail.address },
  });
}

const longDate = new Intl.DateTimeFormat('es-AR', {
  timeZone: 'America/Argentina/Buenos_Aires',
  dateStyle: 'long',
});

export function deletionRequestedMail(
  siteName: string,
  mail: { to: string; address: string; deletionAt: Date },
): Mail {
  const day = longDate.format(mail.deletionAt);
  return compose(siteName, mail.to, {
    subject: `Vamos a eliminar tu cuenta de ${siteName}`,
    lines: [
      'Hola:',
      `Pediste eliminar tu cuenta de ${siteName}. Ya no la ve nadie, y el ${day} borramos todo lo que tiene.`,
      'Si cambiás de idea, ingresá antes de ese día: así se cancela y todo vuelve a su lugar.',
      'Si no fuiste vos, ingresá cuanto antes y cambiá tu contraseña.',
    ],
    link: { label: 'Ingresar y conservar la cuenta', address: mail.address },
  });
}

export function deletionCancelledMail(siteName: string, mail: { to: string; address: string }): Mail {
  return compose(siteName, mail.to, {
    subject: `Tu cuenta de ${siteName} sigue`,
    lines: [
      'Hola:',
      'Tu cuenta sigue: cancelamos la eliminación.',
      'Todo lo que tenía está otra vez en su lugar.',
      'Si no fuiste vos quien ingresó, cambiá tu contraseña.',
    ],
    link: { label: 'Ver mi cuenta', address: mail.address },
  });
}

export function accountRemovedMail(siteName: string, mail: { to: string }): Mail {
  return compose(siteName, mail.to, {
    subject: `Eliminamos tu cuenta de ${siteName}`,
    lines: [
      'Hola:',
      `Pasaron los 30 días y eliminamos tu cuenta de ${siteName} con todo lo que tenía, también esta dirección.`,
      'Si querés volver, podés crear una cuenta nueva cuando quieras.',
    ],
  });
}

function compose(siteName: string, to: string, { subject, lines, link }: Content): Mail {
  const [greeting = '', first = '', ...rest] = lines;
  const call = link ? [`${link.label}: ${link.address}`] : [];
  const button = link ? [`<p><a href="${escapeHtml(link.address)}">${escapeHtml(link.label)}</a></p>`] : [];
  const paragraph = (line: string) => `<p>${escapeHtml(line)}</p>`;
  return {
    to,
    subject,
    text: `${[greeting, first, ...call, ...rest, siteName].join('\n\n')}\n`,
    html: [
      '<!doctype html><html lang="es-AR"><head><meta charset="utf-8">',
      `<title>${escapeHtml(subject)}</title></head>`,
      '<body style="font-family:sans-serif;font-size:16px;line-height:1.5">',
      ...[greeting, first].map(paragraph),
      ...button,
      ...[...rest, siteName].map(paragraph),
      '</body></html>',
    ].join('\n'),
  };
}
