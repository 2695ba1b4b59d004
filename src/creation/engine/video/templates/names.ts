/** The templates of films that are made of pictures, in the order in which they are offered. */
export const FILM_TEMPLATES = ['zoom-burst', 'glitch', 'snow', 'projector', 'reveal', 'hearts', 'confetti', 'polaroid', 'day-to-night', 'light-leak', 'kaleidoscope'] as const;
export type FilmTemplate = (typeof FILM_TEMPLATES)[number];
