export { ModerationModule } from './moderation.module.js';
export { CheckText, FindFlags } from './queries.js';
export type { MediaRule } from './policy/policy.shared.js';
export { CheckMedia, type Judged } from './check-media.js';
export { CATEGORIES, mayAppealAgainst, readCategory, type Category } from './category.shared.js';
