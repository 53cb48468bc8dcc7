/** In the order of the pictures. Nobody can own these addresses (RFC 2606). */
export const adTexts = [
  {
    title: 'Camisetas retro, cosidas a mano',
    text: 'Algodón pesado y números de tela, como las de antes. Envíos a todo el país. (Anuncio de ejemplo)',
    link_url: 'https://el-utilero.example/camisetas',
  },
  {
    title: 'Tu cancha de cinco, con luz y parrilla',
    text: 'Reservá para el jueves y el entretiempo va por la casa. (Anuncio de ejemplo)',
    link_url: 'https://canchas-la-esquina.example/reservas',
  },
  {
    title: 'La pizza del entretiempo',
    text: 'Llega en quince minutos o el postre es gratis. (Anuncio de ejemplo)',
    link_url: 'https://tiro-libre.example/pedidos',
  },
] as const;
