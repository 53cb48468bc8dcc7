import type { StoredWarning } from '../../../posts/store/posts.ts';

export const captions = {
  scoreboard: [
    'Le saqué una foto al cartel por si mañana me lo niegan.',
    'Miren el cartel y después hablamos de merecimientos.',
    'El cartel no miente. El árbitro, no sé.',
  ],
  pitch: [
    'Así estaba la cancha a las dos de la tarde. Una alfombra.',
    'El canchero merece una estatua. Miren esto.',
    'Recién cortada. Dan ganas de jugar con mocasines.',
  ],
  tactics: [
    'Mi pizarra para el domingo. Acepto críticas, pero no muchas.',
    'Si el lateral pasa por afuera, se abre todo. Lo dibujé.',
    'La charla técnica de hoy, en un solo dibujo.',
  ],
  stripedShirt: [
    'Conseguí esta en una feria. No pregunten cuánto la pagué.',
    'La camiseta del barrio, recién planchada.',
    'Bastones como los de antes. Así, sin sponsor.',
  ],
  sashShirt: [
    'La banda cruzada le queda bien a cualquiera. Menos a mí.',
    'Diseño para el torneo del club. ¿Qué les parece?',
    'La suplente de este año. Aprobada.',
  ],
  banners: [
    'Llegaron las banderas nuevas. Se ven desde la autopista.',
    'Toda la semana cosiendo para que entren noventa minutos.',
    'Así se recibe a un equipo, gane o pierda.',
  ],
  floodlight: [
    'Noche de torres prendidas. No hay nada más lindo.',
    'Última luz en apagarse, último en irse.',
    'Partido de miércoles a la noche: frío, torres y un termo.',
  ],
  stand: [
    'Mi lugar en el mundo queda en el tercer escalón.',
    'No entraba un alfiler y llovía papel.',
    'La popular, diez minutos antes. Se sentía en el pecho.',
  ],
  ballOnGrass: [
    'Sábado, ocho de la mañana, rocío y pelota. ¿Qué más?',
    'La compañera de toda la vida.',
    'Antes de que empiece todo, este silencio.',
  ],
  net: [
    'La foto salió justo. El gol también.',
    'Atardecer, arco y una que fue al ángulo.',
    'Cuando se infla la red se para el tiempo.',
  ],
  pennants: [
    'Los banderines del buffet del club. Hay historia colgada ahí.',
    'Encontré estos banderines en lo de mi abuelo.',
  ],
  bars: [
    'Hice la tabla de goles por fecha. Estamos cuartos y subiendo.',
    'Números del torneo, para el que dice que no miramos datos.',
  ],
  smallBall: ['Foto chiquita, pelota grande.', 'Salió chica la foto, pero la intención estaba.'],
} as const;

export const descriptions = {
  scoreboard: 'Un cartel electrónico con el resultado en números amarillos y el reloj en rojo.',
  pitch: 'La cancha vista desde arriba, con el pasto cortado en franjas y las líneas recién pintadas.',
  tactics: 'Una pizarra con las posiciones de los jugadores y flechas que marcan el movimiento.',
  stripedShirt: 'Una camiseta a bastones verticales, extendida sobre la mesa.',
  sashShirt: 'Una camiseta lisa con una banda cruzada de hombro a cadera.',
  banners: 'Banderas colgadas a lo largo de la tribuna.',
  floodlight: 'Una torre de iluminación encendida contra el cielo de la noche.',
  stand: 'La tribuna llena, vista desde adentro.',
  ballOnGrass: 'Una pelota quieta sobre el pasto.',
  net: 'La red de un arco con el atardecer atrás.',
  pennants: 'Banderines de varios colores colgados en la pared.',
  bars: 'Un gráfico de barras con los goles de cada fecha.',
  smallBall: 'Una pelota de fútbol.',
} as const;

export const captionEnd =
  '[||| La saqué yo.| Foto de hoy.| Foto del domingo.| Sin filtro.| Me la mandó mi hermana.| Guardada para siempre.| Del archivo familiar.]';

export const polls: readonly (readonly [question: string, ...options: string[]])[] = [
  ['¿Quién fue la figura del partido?', 'El arquero', 'El cinco', 'El nueve', 'El utilero'],
  ['¿Qué se come en la cancha?', 'Choripán', 'Hamburguesa', 'Paty y punto', 'Maní'],
  ['¿Se patea o se pica?', 'Fuerte y al medio', 'La pica, siempre'],
  ['¿Línea de tres o de cuatro?', 'Tres', 'Cuatro', 'Cinco y a aguantar'],
  ['¿Dónde se ve mejor un partido?', 'Popular', 'Platea', 'Televisión', 'Radio y mate'],
  ['¿Renovamos al técnico?', 'Sí, con lo puesto', 'No, gracias', 'Que decida el bizcochuelo'],
  ['¿A qué hora se juega un clásico?', 'Domingo a las cuatro', 'Sábado a la noche', 'Cuando nadie mire'],
  ['¿La cábala se cambia si perdemos?', 'Jamás', 'Solo la gorra', 'Ya la cambié'],
  ['¿Cuántos goles metemos el domingo?', 'Ninguno', 'Uno y gracias', 'Dos o tres', 'Goleada'],
  ['¿El lateral se saca largo o corto?', 'Largo al área', 'Corto y atrás'],
  ['¿Camiseta con o sin sponsor?', 'Sin nada', 'Con uno chico', 'Me da igual, la compro'],
  ['Penal en el último minuto. ¿Quién lo patea?', 'El capitán', 'El pibe', 'El arquero', 'Yo, si me dejan'],
];

export const pollText =
  '[|Votemos: |Pregunta del día: |Para la mesa del bar: |En serio: |Encuesta de lunes: |Mi cuñado pregunta: ]{question}[| Los leo.| Argumenten.| Sin chicana.| Voto cantado no vale.| Gana el que grita menos.]';

export const quoteTexts: readonly string[] = [
  'Esto hay que leerlo dos veces.',
  'Lo digo siempre y nadie me escucha.',
  'Discrepo, pero qué bien escrito.',
  'Guarden esta captura para fin de año.',
  'Totalmente. Y agrego: faltó el cambio a los sesenta.',
  'Mi viejo decía lo mismo desde la platea.',
  'No estoy de acuerdo, aunque me hizo reír.',
  'Así se explica. Aplausos.',
  'Esto, pero con un mate en la mano.',
  '',
];

export const quoteEnd = '[|||| Dije.| Abro debate.| Y no hay más que hablar.| Fin.]';

export const previews: readonly (readonly [title: string, description: string | null])[] = [
  ['Lo que nadie mira en un lateral', 'Doce saques, dos goles y una idea que viene de la quinta división.'],
  ['La otra tabla: quién corre de verdad', 'Kilómetros por partido, puesto por puesto.'],
  ['El utilero que lo sabe todo', 'Cuarenta años entre botines, silencios y mates.'],
  ['Puntajes: del arquero al aguatero', null],
  ['Crónica de una remontada de barrio', 'Tres a cero abajo, media hora y un foco quemado.'],
  ['Por qué el cinco ya no mira el piso', 'Una columna sobre levantar la cabeza.'],
  ['La previa, minuto a minuto', 'Formaciones, arbitraje y la cábala del encargado.'],
];

export const warnings: readonly StoredWarning[] = [
  { kind: 'spoiler', label: null },
  { kind: 'otra', label: 'Para los que todavía no vieron el partido' },
  { kind: 'sensible', label: null },
  { kind: 'otra', label: 'Bronca de hincha' },
];
