/** Some in more than one spelling, as people write them. */
export const topics = [
  'LigaProfesional',
  'ligaprofesional',
  'CopaArgentina',
  'Ascenso',
  'ascenso',
  'VAR',
  'var',
  'Árbitros',
  'arbitros',
  'MercadoDePases',
  'Inferiores',
  'LaPrevia',
  'Tribuna',
  'elDT',
] as const;
