export { ModerationModule } from './moderation.module.js';
export { CheckText } from './queries.js';
export { CheckMedia, type Judged } from './check-media.js';
export { CATEGORIES, mayAppealAgainst, readCategory, type Category } from './category.shared.js';
