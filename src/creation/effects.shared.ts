/** The effects of videos by their names, for who configures an installation. */
export { FILM_TEMPLATES, type FilmTemplate } from './engine/video/templates/names.js';
