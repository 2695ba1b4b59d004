import common from '../messages/en/common.json';
import creations from '../messages/en/creations.json';
import credits from '../messages/en/credits.json';
import errors from '../messages/en/errors.json';
import home from '../messages/en/home.json';
import image from '../messages/en/image.json';
import models from '../messages/en/models.json';
import ui from '../messages/en/ui.json';

/** English, by area: the words that every language falls back to. */
export const ENGLISH = { common, creations, credits, errors, home, image, models, ui };
