import type { SourceFile } from './source-file.ts';

/**
 * The specification's copy that the screens built so far show, byte for byte; `{…}` stands for a value.
 * A new screen adds its lines.
 */
export const quotedCopy = [
  // Shell
  'Inicio',
  'Buscar',
  'Guardados',
  'Mi perfil',
  'Editar perfil',
  'Salir',
  'Ingresar',
  'Cancelar',
  // People and posts around the column, ways in
  'A quién seguir',
  'Escribe mucho',
  'Lo más charlado hoy',
  'Mirá Para vos',
  'El tablón de los que miran fútbol.',
  'Ingresá para ver esta publicación.',
  'Ya estás adentro',
  'Seguí: a quién leer',
  // First steps
  'Empezá por acá',
  '¿De qué cuadro sos?',
  'Seguí a 5 hinchas',
  'Ahora no',
  'Saltar',
  'Seguir a todos',
  'Buscar hinchas',
  // Feed and composer
  'Siguiendo',
  'Para vos',
  'Cargar más',
  'Todavía no seguís a nadie. Buscá perfiles y tocá Seguir.',
  'Aún no hay publicaciones.',
  "Falta índice compuesto (ownerUid + createdAt desc) para 'Siguiendo'.",
  'Crear índice',
  'No se pudo cargar el feed.',
  'Publicar',
  'Tenés que iniciar sesión para publicar.',
  'No se pudo publicar: {reason}',
  'No se pudo procesar la imagen.',
  'El video supera 30MB.',
  'Opción {n}',
  '+ Opción',
  '24 horas',
  '3 días',
  '7 días',
  // Posts and comments
  '{n} votos',
  '· abierta',
  '· cerrada',
  'No se pudo registrar tu voto.',
  'Eliminar',
  'Eliminar este post? Esta acción no se puede deshacer.',
  'No se pudo eliminar: {reason}',
  '{nombre} hizo repost',
  'No se pudo guardar los cambios: {reason}',
  'No se pudo preparar la imagen para la Story.',
  'Se descargó la imagen. Subila como Historia en Instagram.',
  'Seguí la charla en {host}',
  'Cargando…',
  'Publicación no encontrada.',
  'Ingresá para comentar.',
  'No se pudo publicar el comentario.',
  'ahora',
  'hace {n} min',
  'hace {n} hs',
  'hace {n} días',
  // Notifications
  '{actor} le dio Me gusta a tu publicación',
  '{actor} comentó tu publicación',
  '{actor} hizo repost de tu publicación',
  '{actor} te mencionó',
  'Actividad en tu cuenta',
  'Abrir publicación',
  'Ver perfil',
  'Abrir enlace',
  'Marcar todo como leído',
  'Ver todas',
  'No hay notificaciones.',
  // Profile
  'Publicaciones',
  'Seguidores',
  'Seguidos',
  'Seguir',
  'Siguiendo…',
  'Todavía no hay publicaciones.',
  'Todavía no hay contenido multimedia.',
  'Todavía no te sigue nadie.',
  'Todavía no seguís a nadie.',
  'No se encontró el perfil.',
  // Search and saved
  'Buscar por @usuario o email',
  'Escribí un @usuario o email.',
  'Sin resultados.',
  'Error al buscar.',
  'Guardados ({count})',
  'No guardaste publicaciones todavía.',
  'Tenés que iniciar sesión.',
  // Edit profile
  'Guardar cambios',
  'disponible',
  'no disponible',
  'El nombre es obligatorio.',
  'Entre 3 y 20 caracteres.',
  'Ese @usuario ya está en uso.',
  'Formato no soportado. Usá PNG, JPG o WebP.',
  'La imagen supera los 2 MB.',
  'Perfil actualizado ✅',
  'No se pudo guardar. Intentá de nuevo.',
  // Login and sign-up
  'Entrar',
  'Continuar con Google',
  '¿Olvidé mi contraseña?',
  'Registrarme',
  'Completá tu email y contraseña.',
  'Ingresá un nombre visible.',
  'Debés aceptar los Términos y la Privacidad.',
  'El email no es válido.',
  'La cuenta está deshabilitada.',
  'No encontramos una cuenta con ese email.',
  'La contraseña no es correcta.',
  'No se pudo iniciar sesión. Intentá de nuevo.',
  'Ese email ya está registrado.',
  'La contraseña debe tener al menos 6 caracteres.',
  'Email inválido.',
  'No se pudo crear la cuenta. Intentá de nuevo.',
  'Se cerró la ventana de inicio de sesión.',
  // Administration
  'Administración',
  'Ver',
  'Activo',
  'Suspendido',
  'Suspender',
  'Reactivar',
  'Usuario no encontrado.',
  'Error buscando usuario.',
  'No se pudo actualizar el estado del usuario.',
  'No se pudo eliminar el post.',
  // Ads panel
  'Pausar',
  'Reactivar',
  'Ingresá el enlace (link de destino).',
  'Subí una imagen o un video para el anuncio.',
  'No se pudo crear el anuncio.',
  'No se pudo pausar.',
  'No se pudo reactivar.',
  'No se pudo eliminar.',
  'Anuncio creado.',
  // Forgotten password
  'Enviar enlace',
  'Si hay una cuenta con ese email, te enviamos un enlace para cambiar la contraseña.',
];

/** The lines of `expected` that stand whole in no source of the page or the contract. */
export function missingCopy(files: SourceFile[], expected: string[] = quotedCopy): string[] {
  const sources = files.filter(({ path }) => /^(web|contract)\/src\/(?!.*\.test\.)/.test(path));
  return expected
    .filter((line) => !sources.some(({ text }) => wholeText(line).test(text)))
    .map((line) => `no source shows «${line}»`);
}

// Between quotes or as the text of an element, so that 'Seguir' is not found inside 'Seguir leyendo'.
function wholeText(line: string): RegExp {
  const words = line.split(/\{\w+\}/).map((part) => RegExp.escape(part));
  return new RegExp(`(?:['"\`>}]|^\\s*)${words.join('\\$?\\{[^{}]+\\}')}(?:['"\`<{]|\\s*$)`, 'm');
}
