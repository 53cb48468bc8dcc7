import { Link } from 'wouter';

import { limits } from '../../../../contract/src/rules/limits.ts';
import { Contact } from './Contact.tsx';
import { Legend, LegalText, Section } from './LegalText.tsx';
import type { SiteNames } from './use-site-names.ts';

export function PrivacyText({ site }: { site: SiteNames }) {
  const { siteName, operator, hasGoogle, hasPush } = site;
  return (
    <LegalText
      title="Política de privacidad"
      date="22 de noviembre de 2026, segunda versión"
      other={{ href: '/terminos', label: 'Leer los términos y condiciones' }}
    >
      <Section title="1. Quién responde por tus datos">
        <p>
          El responsable de la base de datos de {siteName} es {operator.name}. Cumplimos la Ley 25.326 de
          Protección de los Datos Personales. Para cualquier cosa que tenga que ver con tus datos:
        </p>
        <Contact site={site} />
      </Section>
      <Section title="2. Qué guardamos y para qué">
        <ul>
          <li>
            <strong>Tu email</strong>, para que ingreses, para mandarte el enlace si perdés la contraseña y
            para avisarte cuando cambia. No se lo mostramos a nadie. Quien ya conoce cómo empieza puede
            encontrar tu perfil con él, salvo que lo apagues al <Link href="/editar">editar tu perfil</Link>.
          </li>
          <li>
            <strong>Tu contraseña</strong>, solamente como un código (Argon2id) del que no se puede volver
            atrás.
          </li>
          <li>
            <strong>Tu perfil</strong>: nombre visible, @usuario, bio, foto y, si lo elegís, tu cuadro. Lo ven
            quienes ingresan al sitio y, según lo que elijas, cualquiera (punto 3).
          </li>
          <li>
            <strong>Lo que hacés</strong>: publicaciones, comentarios, me gusta, reposts, votos, lo que
            guardás y a quién seguís. Son la red misma. Qué guardaste lo ves solamente vos; de las encuestas
            se muestran los totales.
          </li>
          <li>
            <strong>Tus imágenes y videos</strong>, después de sacarles los datos ocultos, como el lugar donde
            se hicieron.
          </li>
          <li>
            <strong>Tus sesiones</strong>: cuándo empezaron, cuándo se usaron por última vez y con qué
            navegador, para que puedas seguir adentro y para poder cerrarlas.
          </li>
          <li>
            <strong>Tus notificaciones</strong>: quién hizo qué con lo tuyo, y si ya la leíste.
          </li>
          {hasPush && (
            <li>
              <strong>Los dispositivos en que activaste los avisos</strong>: la dirección que el servicio de
              avisos de tu navegador le da a cada uno, la clave con que ciframos lo que le mandamos, y qué
              avisos querés y a qué hora no.
            </li>
          )}
          <li>
            <strong>Lo que reportás</strong>: qué, por qué y, si lo dejaste, el email para contestarte. Lo ve
            solamente quien administra el sitio, nunca la persona reportada. Junto al reporte queda lo que
            decía el contenido, aunque después se borre.
          </li>
          <li>
            <strong>La dirección IP</strong> de cada pedido, por un día como mucho, para frenar a quien prueba
            contraseñas o manda pedidos de más. La de quien pasa uno de esos límites queda además anotada en
            el registro técnico del servidor. No la usamos para nada más.
          </li>
          <li>
            <strong>Que aceptaste los términos</strong>, y cuándo.
          </li>
        </ul>
        <p>
          No pedimos documento, teléfono ni ubicación. No hacemos perfiles publicitarios, no usamos
          herramientas de medición de terceros y no vendemos ni alquilamos datos. Dar los datos es voluntario:
          sin un email y un nombre no se puede tener una cuenta.
        </p>
      </Section>
      <Section title="3. Quién puede leerte">
        <p>
          En <Link href="/cuenta">Cuenta y privacidad</Link> elegís quién puede leer tu perfil, tus
          publicaciones y tus comentarios: cualquiera, también sin cuenta, o solamente quienes tienen una. Las
          cuentas nuevas empiezan con la primera opción, y el registro lo dice. Las que ya existían antes de
          esta versión no se leen sin cuenta hasta que su dueño lo elija.
        </p>
        <p>
          Los buscadores, como Google o Bing, muestran tu perfil y tus publicaciones solamente si marcás esa
          casilla, que empieza apagada. Lo que dejás de mostrar sale del sitio en el momento; en un buscador
          puede tardar, y quien ya guardó o compartió algo tuyo puede conservarlo.
        </p>
        <p>
          Tu cuadro es un dato que das si querés: se ve junto a tu nombre y lo cambiás o lo ocultás. El prode
          guarda tus pronósticos y los muestra cuando empieza cada partido; no hay dinero ni premios. Si creás
          claves para un programa, guardamos su huella y cuándo se usó.
        </p>
      </Section>
      <Section title="4. Cuánto tiempo">
        <ul>
          <li>
            La cuenta, el perfil y lo que publicás: hasta que lo borres. Si eliminás la cuenta, dejan de verse
            en el momento y se borran a los 30 días, salvo que ingreses antes.
          </li>
          <li>
            Lo que hizo quien administra el sitio, y sobre quién: no se borra, para poder rendir cuentas.
          </li>
          <li>Las sesiones: 30 días como mucho, o 14 sin uso.</li>
          <li>Los enlaces para cambiar la contraseña: {limits.passwordLinkMinutes} minutos.</li>
          <li>Las notificaciones: 90 días.</li>
          <li>Los reportes: un año desde que se resuelven.</li>
          {hasPush && (
            <li>
              Los dispositivos que reciben avisos: hasta que los desactives, salgas del sitio en ese
              dispositivo o termine su sesión.
            </li>
          )}
          <li>Un archivo que subiste y no usaste en ninguna publicación: un día.</li>
          <li>
            Las copias de seguridad, si el sitio las hace, y lo que una ley o un juez nos obligue a conservar:
            mientras haga falta.
          </li>
        </ul>
      </Section>
      <Section title="5. Quién más los recibe">
        <p>
          Nadie, en principio: la base de datos, las imágenes y las letras de la página salen de nuestros
          propios servidores. Las vistas previas de los enlaces también las buscamos nosotros, así que el
          sitio enlazado no se entera de quién las mira; si tocás el enlace, sí vas a ese sitio, con sus
          reglas.
        </p>
        {hasGoogle && (
          <p>
            Si elegís «Continuar con Google», vas a una ventana de Google y de ahí recibimos tu nombre, tu
            email y un número que identifica tu cuenta. Google sabe así que ingresaste a {siteName}. No
            recibimos tu contraseña ni tus contactos. Si no usás ese botón, Google no participa.
          </p>
        )}
        {hasPush && (
          <p>
            Si activás las notificaciones en un dispositivo, los avisos viajan por el servicio de quien hizo
            tu navegador: Google (Chrome y otros), Mozilla (Firefox), Apple (Safari) o Microsoft (Edge). Van
            cifrados, y la clave la tiene solamente tu navegador: ese servicio no puede leer qué dicen, pero
            sabe que {siteName} le mandó un aviso a ese dispositivo, cuándo y de qué tamaño. Si no las
            activás, no participa.
          </p>
        )}
        <p>
          El correo con el enlace para cambiar la contraseña pasa por el servidor de correo del sitio y por el
          tuyo. Fuera de eso entregamos datos solamente si lo ordena un juez o una ley.
        </p>
      </Section>
      <Section title="6. Cookies y lo que queda en tu navegador">
        <p>Usamos lo necesario para que el sitio funcione, y nada para seguirte:</p>
        <ul>
          <li>una cookie con tu sesión, y otra que recuerda que ya ingresaste desde este dispositivo;</li>
          {hasGoogle && <li>una cookie de diez minutos mientras ingresás con Google;</li>}
          <li>
            en el almacenamiento del navegador: el tema claro u oscuro, si estabas adentro, y los borradores
            que todavía no publicaste;
          </li>
          <li>
            también ahí, para que el sitio abra sin conexión: el programa de la página, quién sos, lo último
            que leíste en el inicio y las imágenes que viste. Todo se borra cuando tocás «Salir» o limpiás los
            datos del sitio.
          </li>
        </ul>
      </Section>
      <Section title="7. Tus derechos">
        <p>Podés ver, corregir y borrar tus datos:</p>
        <ul>
          <li>
            <strong>Verlos y llevártelos</strong>: casi todo está en <Link href="/perfil">tu perfil</Link> y
            en <Link href="/guardados">Guardados</Link>; en <Link href="/cuenta">Cuenta y privacidad</Link>{' '}
            descargás todo en un archivo, gratis, hasta dos veces por día.
          </li>
          <li>
            <strong>Corregirlos</strong>: desde <Link href="/editar">Editar perfil</Link>. Si algo no se puede
            cambiar ahí, pedilo y lo hacemos dentro de los cinco días hábiles.
          </li>
          <li>
            <strong>Borrarlos</strong>: cada publicación desde su menú, y la cuenta con todo lo que tiene
            desde <Link href="/cuenta">Cuenta y privacidad</Link>. Si no podés ingresar, escribinos desde el
            email con el que te registraste: lo hacemos dentro de los cinco días hábiles.
          </li>
        </ul>
        <Legend>
          El titular de los datos personales tiene la facultad de ejercer el derecho de acceso a los mismos en
          forma gratuita a intervalos no inferiores a seis meses, salvo que se acredite un interés legítimo al
          efecto conforme lo establecido en el artículo 14, inciso 3 de la Ley Nº 25.326.
        </Legend>
        <Legend>
          La AGENCIA DE ACCESO A LA INFORMACIÓN PÚBLICA, en su carácter de Órgano de Control de la Ley N°
          25.326, tiene la atribución de atender las denuncias y reclamos que interpongan quienes resulten
          afectados en sus derechos por incumplimiento de las normas vigentes en materia de protección de
          datos personales.
        </Legend>
        <p>
          La Agencia atiende en{' '}
          <a href="https://www.argentina.gob.ar/aaip" target="_blank" rel="noopener noreferrer">
            argentina.gob.ar/aaip
          </a>
          .
        </p>
      </Section>
      <Section title="8. Cómo los cuidamos">
        <p>
          De las sesiones y de los enlaces guardamos solamente una huella, las contraseñas no se pueden leer,
          y se limita cuántas veces se puede probar una. Ningún sistema es perfecto: si pasa algo que ponga en
          riesgo tus datos, te lo avisamos y lo informamos a la Agencia.
        </p>
      </Section>
      <Section title="9. Chicas y chicos">
        <p>
          {siteName} es para mayores de 13 años. Si sos madre, padre o responsable y ves una cuenta de alguien
          menor de esa edad, escribinos y la borramos.
        </p>
      </Section>
      <Section title="10. Cambios">
        <p>
          Si cambia algo importante de esta política, lo avisamos en el sitio antes de que empiece a regir. La
          fecha de arriba dice cuándo fue la última vez.
        </p>
      </Section>
    </LegalText>
  );
}
