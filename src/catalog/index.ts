export { CatalogModule } from './catalog.module.js';
export { OfferModels } from './commands.js';
export { Dismissals } from './entries/announcements.js';
export { FindWithdrawn } from './entries/entries.messages.js';
export { FindModel, GetModels } from './queries.js';
