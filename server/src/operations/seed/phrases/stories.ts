export const storyParts = {
  beginning: [
    'La primera vez que fui a la cancha tenía {age} años. Me llevó {kin}, {weather}, en un colectivo que no paraba más de llenarse.',
    'En {year} vivíamos a seis cuadras de la cancha. Los domingos se sabía el resultado por el ruido, sin prender la radio.',
    '{kin} guarda en un cajón la entrada de un {score} de {year}. Hoy, por fin, me contó por qué.',
    'Hay partidos que no figuran en ningún resumen. Este se jugó {day} en una canchita de tierra y lo vimos treinta personas.',
    'Ayer encontré la radio de {kin}. Todavía tiene la cinta que marca el dial donde relataban a {club}.',
    'Crónica de {place}: llegué temprano, me fui tarde y en el medio pasó de todo.',
    'Nunca le conté a nadie lo que hice después de aquel {score}. Pasaron los años, prescribió.',
    'Escribo esto desde {place}, con la camiseta puesta y el partido todavía en la cabeza.',
    'Dicen que el fútbol no da revancha. {kin} esperó desde {year} y la tuvo {day}.',
    'Mi barrio tiene dos santos y un gol. El gol lo hizo {player}, a los {minute}, {weather}.',
    'De chico yo creía que todos los partidos terminaban {score}. Tardé años en entender que no.',
    'Cuando {player} debutó, {kin} dijo: «anotá ese nombre». Lo anoté en una servilleta.',
  ],
  middle: [
    'Me acuerdo del olor a {food}, de los papelitos y de un señor que no miraba el partido: miraba a la gente.',
    'A los {minute} nos hicieron el gol. Nadie dijo nada. Después alguien, allá arriba, empezó a cantar bajito y a los dos minutos cantábamos todos.',
    '{player} agarró la pelota en mitad de cancha, levantó la cabeza y en {place} hubo un silencio de los que anuncian algo.',
    'En el entretiempo {kin} repartió {food}. «Falta lo mejor», dijo, y nadie le creyó.',
    'Lo que vino después fue {tactic}, coraje y mucha pierna fuerte, pero leal.',
    '{role} se quedó parado en el área, mirando el cielo. Yo creo que rezaba.',
    'El árbitro adicionó seis. Para mí fueron quince. {kin} los contó en voz alta, uno por uno.',
    'Hubo una jugada, una sola, en la que los once se movieron como si alguien los dibujara.',
    'Cuando terminó, nadie se quería ir. Un pibe juntaba papelitos «para la próxima».',
    'Discutimos si había sido mano. Treinta años después seguimos discutiendo.',
    'A la vuelta el tren venía lleno y en silencio, hasta que uno dijo «{quip}» y se rio el vagón entero.',
    'No jugamos bien. Jugamos con todo, que es otra cosa, y a veces alcanza.',
  ],
  end: [
    'Por eso, cuando me preguntan por qué sigo yendo, no explico nada: los invito.',
    'Perdimos. Igual fue uno de los días más lindos de mi vida.',
    'Ganamos {score}. El resultado es lo de menos, pero qué lindo resultado.',
    'Hoy fui con mi hija. Me agarró de la mano en el mismo lugar. No hace falta que les diga más.',
    'Al final el fútbol es eso: alguien que te lleva, y después alguien a quien llevar.',
    'Y si algún día vuelvo a ver a aquel señor, le debo un {food}.',
    'El que estuvo, sabe. El que no estuvo, que pregunte.',
    'Nos vemos {day}, en el mismo escalón.',
  ],
  age: ['cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve', 'diez'],
} as const;

export const lineUpTemplate =
  'Mi once para {day}, con {tactic}:\n\nArquero: {player}\nAtrás: {player}, {player} y {player}\nEn el medio: {player}, {player} y {player}\nArriba: {player} y {player}\n\nTécnico: {kin}.\n\n{question}';

export const ratingLines = ['{player}: {verdict}.', '{player}: {verdict}.', '{role}: {verdict}.'] as const;

export const ratingPhrases = {
  verdict: [
    '[8|9|10]. La rompió',
    '[6|6,5]. Cumplió sin brillar',
    '[6|7]. De menor a mayor',
    '[5,5|6|6,5]. Le faltó el gol',
    '[5|5,5|6]. Seguro arriba, dudoso abajo',
    '[7|7,5|8]. Corrió por tres',
    '[5|6]. Se cansó a los {minute}',
    '[9|9,5|10]. Lo mejor de la cancha',
    '[6|6,5]. Mejor cuando jugó simple',
    '[7|8]. Entró y cambió el partido',
    '[4|4,5|5]. Hoy no era su día',
    '[4|5]. Sufrió la velocidad de enfrente',
    '[6|7]. Jugó {minute} minutos y alcanzó',
    '[5|6]. Más voluntad que otra cosa',
    '[7|7,5]. Ordenó a los demás',
  ],
} as const;
