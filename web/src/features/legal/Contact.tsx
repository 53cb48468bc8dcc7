import { mailTo } from '../../../../contract/src/rules/email.ts';
import type { SiteNames } from './use-site-names.ts';

export function Contact({ site }: { site: SiteNames }) {
  const { email, address } = site.operator;
  if (!email && !address) {
    return (
      <p>
        Este sitio todavía no publicó un correo de contacto. Hasta que lo haga, podés dirigirte a la persona o
        a la organización que te dio su dirección.
      </p>
    );
  }
  return (
    <ul>
      {email && (
        <li>
          Correo: <a href={mailTo(email)}>{email}</a>
        </li>
      )}
      {address && <li>Domicilio: {address}</li>}
    </ul>
  );
}
