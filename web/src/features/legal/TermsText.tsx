import { Link } from 'wouter';

import { publicUrl } from '../session/session-store.ts';
import { Contact } from './Contact.tsx';
import { LegalText, Section } from './LegalText.tsx';
import type { SiteNames } from './use-site-names.ts';

export function TermsText({ site }: { site: SiteNames }) {
  const { siteName, operator } = site;
  return (
    <LegalText
      title="Términos y condiciones"
      date="22 de noviembre de 2026, segunda versión"
      other={{ href: '/privacidad', label: 'Leer la política de privacidad' }}
    >
      <Section title="1. De qué se trata">
        <p>
          {siteName} es una red para hinchas de fútbol: publicás textos cortos, imágenes, videos y encuestas,
          y seguís a otras personas. La ofrece {operator.name}. Al crear una cuenta aceptás estos términos y
          la <Link href="/privacidad">política de privacidad</Link>. El uso es gratuito.
        </p>
      </Section>
      <Section title="2. Quién puede usarla">
        <p>
          Tenés que tener 13 años o más. Si todavía no cumpliste 18, quien esté a tu cargo tiene que saber que
          usás {siteName} y estar de acuerdo. Si nos enteramos de que una cuenta es de una persona menor de 13
          años, la cerramos y borramos sus datos.
        </p>
      </Section>
      <Section title="3. Tu cuenta">
        <ul>
          <li>El email con el que te registrás tiene que ser tuyo.</li>
          <li>Cuidá tu contraseña y no la compartas. Lo que se hace con tu cuenta corre por tu cuenta.</li>
          <li>
            Si creés que alguien más entró, <Link href="/recuperar">cambiá la contraseña</Link>: se cierran
            todas las sesiones.
          </li>
          <li>
            No te hagas pasar por otra persona, un club o un medio. La parodia vale si queda claro que lo es.
          </li>
          <li>Al registrarte empezás a seguir a la cuenta oficial del sitio; la podés dejar de seguir.</li>
        </ul>
      </Section>
      <Section title="4. Reglas de la cancha">
        <p>Cargar al rival vale. Esto no:</p>
        <ul>
          <li>amenazar, acosar o incitar a la violencia, dentro o fuera de la cancha;</li>
          <li>
            discriminar por nacionalidad, etnia, religión, género, orientación sexual, discapacidad o
            cualquier otra condición (Ley 23.592);
          </li>
          <li>publicar datos privados de otras personas, o imágenes íntimas sin su permiso;</li>
          <li>cualquier contenido sexual que involucre a menores: lo denunciamos a la Justicia;</li>
          <li>vender entradas truchas, estafar, hacer spam o inflar números con cuentas falsas;</li>
          <li>publicar lo que no es tuyo sin permiso: transmisiones, fotos, textos ajenos;</li>
          <li>atacar el sitio, sortear sus límites o juntar datos de otras personas en forma automática.</li>
        </ul>
      </Section>
      <Section title="5. Lo que publicás es tuyo">
        <p>
          Conservás todos los derechos sobre lo que publicás. Para poder mostrarlo nos das un permiso
          gratuito, no exclusivo y sin límite de territorio: guardarlo, adaptarlo de formato y tamaño, y
          mostrarlo en {siteName} y en las imágenes que otras personas compartan desde acá. El permiso termina
          cuando lo borrás, salvo en lo que otras personas ya compartieron fuera del sitio. No vendemos lo que
          publicás.
        </p>
        <p>
          Si elegís que te lea cualquiera, lo que publicás se ve también sin cuenta, en las vistas previas de
          otros sitios y, si marcás esa casilla, en los buscadores. Lo cambiás en{' '}
          <Link href="/cuenta">Cuenta y privacidad</Link>.
        </p>
        <p>Quien publica responde por lo que publica. Las opiniones son de cada persona, no de {siteName}.</p>
      </Section>
      <Section title="6. Moderación">
        <p>
          Podemos borrar publicaciones que rompan estas reglas o la ley, y suspender la cuenta de quien las
          rompe. Una cuenta suspendida no puede ingresar, y sus publicaciones dejan de verse mientras dure la
          suspensión. Si te parece que nos equivocamos, escribinos a la dirección de contacto: lo revisa una
          persona y te contestamos.
        </p>
      </Section>
      <Section title="7. Denuncias">
        <p>
          Si ves algo que rompe estas reglas, o que es tuyo y se publicó sin tu permiso, tocá «Reportar» en el
          menú de los tres puntos que está al lado. Si no tenés cuenta, usá{' '}
          <Link href="/reportar">el formulario abierto</Link>: hace falta la dirección de la publicación (la
          que empieza con {publicUrl()}/p/) o del perfil. También nos podés escribir:
        </p>
        <Contact site={site} />
        <p>Si hay alguien en peligro, llamá primero al 911.</p>
      </Section>
      <Section title="8. Hasta dónde llegamos">
        <p>
          Hacemos lo posible para que {siteName} funcione siempre y para no perder nada, pero puede haber
          cortes y errores. Los enlaces llevan a sitios que no manejamos. Si hay anuncios, están marcados como
          publicidad; no aceptamos anuncios de apuestas. El prode es un juego entre hinchas, sin dinero ni
          premios, y no es un juego de azar. Los datos de los partidos los cargan personas de la comunidad,
          con la mejor voluntad y sin garantía. Si usás una clave para un programa, respondés por lo que ese
          programa publica con tu cuenta. Nada de esto limita los derechos que te da la Ley 24.240 de Defensa
          del Consumidor.
        </p>
      </Section>
      <Section title="9. Cómo te vas">
        <p>
          Podés dejar de usar {siteName} cuando quieras, borrar tus publicaciones una por una, o eliminar la
          cuenta con todo lo que tiene desde <Link href="/cuenta">Cuenta y privacidad</Link>.
        </p>
      </Section>
      <Section title="10. Cambios, ley y jueces">
        <p>
          Si cambiamos algo importante de estos términos, lo avisamos en el sitio antes de que empiece a
          regir. Se aplican las leyes de la República Argentina. Cualquier reclamo va a los tribunales que
          correspondan a tu domicilio.
        </p>
      </Section>
    </LegalText>
  );
}
