export { CatalogModule } from './catalog.module.js';
export { OfferModels } from './commands.js';
export { FindModel, GetModels } from './queries.js';
