const longDate = new Intl.DateTimeFormat('es-AR', {
  timeZone: 'America/Argentina/Buenos_Aires',
  dateStyle: 'long',
});

export function myDataLetter({
  siteName,
  publicUrl,
  now,
}: {
  siteName: string;
  publicUrl: string;
  now: Date;
}): string {
  const lines = [
    `Tus datos de ${siteName}`,
    `Hechos el ${longDate.format(now)} en ${publicUrl}`,
    '',
    'Acá está todo lo que guardamos de vos. Cada archivo .json se abre con cualquier editor de texto;',
    'las fechas están en hora universal (UTC).',
    '',
    ...files.map(([name, text]) => `${name.padEnd(28)}${text}`),
    '',
    'De otras personas hay solamente lo que todo el mundo ve: su nombre y su @usuario. Quien ya no está',
    'en el sitio no figura. Tu contraseña no está, porque no la sabemos: guardamos nada más que un código',
    'del que no se puede volver atrás.',
    '',
    'Este archivo es tuyo y es privado: tiene tu email y lo que guardaste. Cuidalo.',
  ];
  return `${lines.join('\r\n')}\r\n`;
}

const files: readonly (readonly [string, string])[] = [
  ['cuenta.json', 'tu email y cómo ingresás'],
  ['perfil.json', 'tu nombre, tu @usuario, tu bio, tu cuadro'],
  ['publicaciones.json', 'lo que publicaste, con sus encuestas y contadores, y el cuadro que mostrabas'],
  ['temas.json', 'los temas de los que escribiste en los últimos nueve días'],
  ['comentarios.json', 'lo que comentaste'],
  ['me-gusta.json', 'las publicaciones que te gustan'],
  ['me-gusta-comentarios.json', 'los comentarios que te gustan'],
  ['reposts.json', 'las que compartiste con un repost'],
  ['votos.json', 'lo que votaste en las encuestas: la opción a, b, c o d'],
  ['guardados.json', 'las que guardaste'],
  ['seguidos.json', 'a quién seguís y desde cuándo'],
  ['seguidores.json', 'quién te sigue y desde cuándo'],
  ['bloqueados.json', 'a quién bloqueaste'],
  ['silenciados.json', 'a quién silenciaste'],
  ['palabras-silenciadas.json', 'las palabras que no querés ver'],
  ['preferencias.json', 'lo que elegiste ver'],
  ['notificaciones.json', 'las de los últimos 90 días'],
  ['avisos-push.json', 'qué te avisamos y en cuántos dispositivos'],
  ['anuncios.json', 'cuántas veces te mostramos cada anuncio, ayer y hoy'],
  ['sesiones.json', 'dónde tenés la sesión abierta'],
  ['reportes.json', 'lo que reportaste'],
  ['archivos/', 'tus imágenes y videos'],
];
