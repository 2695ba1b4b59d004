export { ModerationModule } from './moderation.module.js';
export { CheckText } from './queries.js';
export { CheckMedia, type Judged } from './check-media.js';
export { CATEGORIES, type Category } from './text-check/port.js';
