export const givenNames: readonly string[] = words(`
  Agustín Agustina Alejandro Alma Ana Antonella Ariel Bautista Belén Benjamín Bruno Camila Candela Carla
  Carlos Catalina Cecilia Clara Damián Daniela Delfina Diego Eduardo Elena Emilia Emiliano Esteban Eugenia
  Ezequiel Fabián Facundo Federico Felipe Fernanda Florencia Franco Gabriel Gastón Germán Gonzalo Graciela
  Guadalupe Guillermo Gustavo Hernán Horacio Ignacio Iván Jazmín Joaquín Jorge José Juan Julia Julián
  Julieta Karina Laura Leandro Leonel Lorena Lucas Lucía Luciano Luis Luz Magalí Maite Malena Manuel Marcela
  Marcos Mariana Mariano Marina Martín Mateo Matías Mauro Micaela Miguel Milagros Mirta Morena Nadia Nahuel
  Natalia Nicolás Norma Octavio Olga Omar Oscar Pablo Paula Pedro Pilar Ramiro Ramón Raquel Renata Ricardo
  Rocío Rodrigo Romina Rosa Sabrina Santiago Sebastián Sergio Silvia Sofía Sol Soledad Susana Tamara Tatiana
  Thiago Tomás Valentín Valentina Valeria Vanesa Verónica Victoria Walter Ximena Yamila Yanina Zulema
`);

export const surnames: readonly string[] = words(`
  Aguirre Alarcón Almada Amarilla Aranda Arce Arias Avellaneda Ávila Ayala Báez Barrios Bazán Benítez
  Bianchini Blanco Bordón Bravo Brizuela Bustos Cabrera Cáceres Campos Cano Carabajal Cardozo Carrizo
  Castaño Castro Ceballos Chávez Cisneros Contreras Córdoba Coronel Cruz Delgado Domínguez Duarte Echeverría
  Escobar Espinosa Ferrari Figueroa Flores Fonseca Franco Funes Galarza García Gauna Giménez Godoy Gómez
  Guerrero Gutiérrez Heredia Herrera Ibarra Iglesias Insúa Jara Juárez Lagos Leguizamón Leiva Lencina López
  Lucero Luna Maidana Maldonado Mansilla Márquez Méndez Mendoza Miranda Montenegro Morales Moreno Moyano
  Muñoz Navarro Nievas Núñez Ocampo Ojeda Olivera Ortiz Pacheco Páez Parra Paz Peralta Pereyra Pérez Ponce
  Quinteros Quiroga Ramírez Ramos Reynoso Ríos Rivero Robledo Rodríguez Rojas Roldán Rossi Ruiz Saavedra
  Salinas Sánchez Sandoval Santillán Silva Soria Sosa Suárez Toledo Torres Valdez Vargas Vega Velázquez Vera
  Vergara Villalba Villegas Yáñez Zalazar Zapata Zárate Zelaya Zunino
`);

export const nicknames: readonly string[] = words(`
  Beto Bocha Cabezón Cacho Chapa Chiqui Coco Colo Cuervo Flaco Gallego Garza Guri Lechuga Lobo Lungo Manteca
  Mencho Mono Nene Ñato Oso Pájaro Pato Pelado Petaca Pichi Polaco Polilla Puma Rata Ruso Sapo Tero Toti
  Tucu Turco Vasco Yaca Zurdo
`);

/** Names that need no article. */
export const clubs: readonly { readonly name: string; readonly weight: number }[] = [
  ...weighing(30, `Boca`),
  ...weighing(28, `River`),
  ...weighing(16, `Racing`),
  ...weighing(15, `Independiente`),
  ...weighing(12, `San Lorenzo`),
  ...weighing(10, `Rosario Central, Newell’s`),
  ...weighing(8, `Huracán, Estudiantes, Talleres`),
  ...weighing(7, `Vélez, Gimnasia, Belgrano`),
  ...weighing(6, `Colón, Unión, Atlético Tucumán`),
  ...weighing(5, `Instituto, Lanús, Ferro`),
  ...weighing(4, `Banfield, Argentinos, Tigre, Chacarita, San Martín`),
  ...weighing(3, `Defensa, Platense, Atlanta, Nueva Chicago, Quilmes`),
  ...weighing(2, `Almirante, Temperley, All Boys, Morón, Aldosivi, Patronato, Sarmiento`),
];

function words(names: string): string[] {
  return names.trim().split(/\s+/);
}

function weighing(weight: number, names: string): { name: string; weight: number }[] {
  return names.split(', ').map((name) => ({ name, weight }));
}
