export type CastMember = {
  readonly displayName: string;
  readonly handle: string;
  readonly email: string;
  readonly club: string;
  readonly bio: string;
  readonly lines: readonly string[];
};

export const castPassword = 'tablon-de-ejemplo';

/** A reserved domain (RFC 2606): mail to it goes nowhere. */
export const castDomain = 'hinchada.example';

export const cast = {
  lauti: {
    displayName: 'Lautaro Benegas',
    handle: 'lauti',
    email: 'lauti@hinchada.example',
    club: 'Ferro',
    bio: 'Preferencia en Caballito, tablón de madera y mate lavado. Sufro el ascenso con alegría.',
    lines: [
      'Hoy se juega el ascenso y yo ya estoy ronco. Ni arrancó el partido.',
      'Me preguntan por qué no me hago de un grande. Porque yo no elegí: a mí me llevó mi viejo de la mano.',
      'Llegué a la cancha con lluvia y me voy con sol. Ganamos uno a cero, de rebote, como corresponde.',
      'El ascenso te enseña a festejar un lateral a favor.',
      'Tabla de posiciones: mejor no la miren. Mañana es otro día.',
    ],
  },
  mechi: {
    displayName: 'Mechi Orellana',
    handle: 'mechi.orellana',
    email: 'mechi@hinchada.example',
    club: 'Racing',
    bio: 'Analista de video en un club de barrio. Pauso, rebobino y discuto. Pizarra antes que gritos.',
    lines: [
      'Volví a ver el segundo tiempo con la libreta en la mano: el equipo pierde siempre la segunda jugada.',
      'Hilo corto sobre la salida de tres: si el cinco no se ofrece, no hay salida. Fin del hilo.',
      'Me gustó cómo cerraron el lado débil. No sale en el resumen, pero ahí se ganó el partido.',
      'Pedir «más huevo» no es un plan. Vos mirá dónde recibe el enganche y después hablamos.',
      'Tres pases hacia atrás y la tribuna silba. Al cuarto queda mano a mano. Miren el video entero.',
    ],
  },
  elgringo: {
    displayName: 'El Gringo Farías',
    handle: 'elgringo',
    email: 'gringo@hinchada.example',
    club: 'Rosario Central',
    bio: 'Arquero retirado (me retiraron). Cuento anécdotas que mejoran todos los años.',
    lines: [
      'Una vez atajé tres penales en la misma tarde. Mi señora dice que fueron dos. No estaba.',
      'El arquero nace sabiendo que la culpa es suya. Lo demás se entrena.',
      'En mis tiempos los guantes se lavaban con la esperanza de que alcanzaran para el domingo.',
      'Me hicieron un gol de mitad de cancha en el 94. Lo sigo viendo venir.',
    ],
  },
  abuelaNelly: {
    displayName: 'Nelly Basualdo',
    handle: 'abuela.nelly',
    email: 'nelly@hinchada.example',
    club: 'San Lorenzo',
    bio: 'Ochenta y dos años, setenta de socia. Mis nietos me armaron la cuenta. El bizcochuelo es de vainilla.',
    lines: [
      'Buenas tardes a todos. Prendí la radio una hora antes, por las dudas.',
      'Hice bizcochuelo para el entretiempo. Si ganamos sobra, si perdemos no.',
      'Yo los vi jugar en Boedo. Lo demás me lo contaron.',
      'Chicos, lleven abrigo que en la popular corre viento.',
      'Ese muchacho nuevo me gusta. Es prolijo y saluda a la tribuna.',
    ],
  },
  tano: {
    displayName: 'Tano Ricciardi',
    handle: 'tano_ricciardi',
    email: 'tano@hinchada.example',
    club: 'Boca',
    bio: 'Relator de torneos de barrio. Si no grito el gol, no vale.',
    lines: [
      'ATENCIÓN que se viene, la aguanta, la pisa, la perdió. Qué relato me arruinaste, hermano.',
      'Gooooool en cancha de siete, en la fecha libre, con cuatro personas mirando. Lo grité igual.',
      'Mi récord: un gol gritado durante cuarenta y un segundos. El arquero ya había sacado.',
      'Se vende garganta, poco uso, siempre en garage.',
    ],
  },
  caro: {
    displayName: 'Caro Ledesma',
    handle: 'caro.ledesma',
    email: 'caro@hinchada.example',
    club: 'Belgrano',
    bio: 'Cordobesa, enfermera de guardia. Escucho los partidos con un solo auricular.',
    lines: [
      'Guardia de doce horas y un auricular escondido. Si ven que sonrío, hubo gol.',
      'Paciente de la cama cuatro: «¿cómo salió Belgrano?». Le dije la verdad. Pidió otro calmante.',
      'En la guardia se prohíbe decir «está tranquilo». Con el uno a cero es lo mismo.',
    ],
  },
  profe: {
    displayName: 'Profe Ibáñez',
    handle: 'profe_ibanez',
    email: 'profe@hinchada.example',
    club: 'Estudiantes',
    bio: 'Profesor de historia. Los datos son míos; los errores, de la fuente.',
    lines: [
      'Efeméride: un día como hoy se suspendió un partido porque la pelota cayó en el arroyo y no había otra.',
      'La historia no se repite, pero el cero a cero de visitante sí.',
      'Pregunta de examen: explique por qué el nueve pateó con la zurda. Justifique.',
      'Consulté tres archivos y dos tíos: aquel gol fue en contra.',
    ],
  },
  juanaGol: {
    displayName: 'Juana Quiroga',
    handle: 'juanaq9',
    email: 'juana@hinchada.example',
    club: 'Newell’s',
    bio: 'Delantera los sábados, diseñadora el resto. Nueve de área y de oficina.',
    lines: [
      'Metí dos y me perdí cuatro. El promedio es lo que importa.',
      'Sábado, ocho de la mañana, cancha con escarcha. Igual fuimos veinte.',
      'La compañera que avisa «sola» merece un monumento.',
      'Golpe en el tobillo, hielo y mate. El lunes digo que me caí de la bici.',
    ],
  },
  chino: {
    displayName: 'Chino Paredes',
    handle: 'chinoparedes',
    email: 'chino@hinchada.example',
    club: 'Independiente',
    bio: 'Colecciono camisetas que no me entran. Cambio figuritas repetidas.',
    lines: [
      'Conseguí la suplente del 2003. Talle dieciséis. Yo igual la colgué.',
      'Tengo cuarenta repetidas y me falta una sola. Siempre la misma. Escribime.',
      'Una camiseta no se lava después de ganar. Es ciencia.',
    ],
  },
  rulo: {
    displayName: 'Rulo Domínguez',
    handle: 'rulo.dt',
    email: 'rulo@hinchada.example',
    club: 'River',
    bio: 'Técnico de la sexta de mi barrio. Cobro en facturas. El resultado es lo de menos (mentira).',
    lines: [
      'Hoy los pibes perdieron cinco a cero y salieron riéndose. Ganamos.',
      'Charla técnica de hoy: «se dan la vuelta, miran y la pasan». No hay más.',
      'Un padre me pidió que ponga al hijo de diez. El pibe ataja. Y ataja bien.',
      'Facturas recibidas esta semana: once. Puntos: uno. Balance positivo.',
    ],
  },
  vale: {
    displayName: 'Vale Sosa',
    handle: 'vale.sosa',
    email: 'vale@hinchada.example',
    club: 'Talleres',
    bio: 'Hago la previa en la radio comunitaria. Pregunto lo que nadie pregunta.',
    lines: [
      'Arrancamos en diez minutos. Hoy, en la mesa, dos hinchas que no se hablan desde el clásico.',
      'Le pregunté al técnico por qué no hizo cambios. Me contestó con el clima.',
      'Nota larga con el utilero, la persona que más sabe de este club. Sale esta noche.',
    ],
  },
  pipa: {
    displayName: 'Pipa Lencina',
    handle: 'pipa_cabulas',
    email: 'pipa@hinchada.example',
    club: 'Huracán',
    bio: 'Encargado de cábalas. Mismo asiento, misma gorra, mismo resultado.',
    lines: [
      'Nadie se mueve de donde está. Repito: nadie se mueve.',
      'Cambié de lugar en el sillón y nos empataron. Vuelvo a mi puesto con vergüenza.',
      'La gorra no se lava, el control remoto no se toca y mi cuñado no habla. Es simple.',
      'Cábala nueva: no mirar los últimos diez. Funciona, pero duele.',
    ],
  },
} as const satisfies Record<string, CastMember>;
