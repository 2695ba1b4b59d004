export { findModel, modelsFor } from './catalog.js';
export { CatalogModule } from './catalog.module.js';
export { GetModels } from './queries.js';
