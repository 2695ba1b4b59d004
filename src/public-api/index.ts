export { API_PREFIX, mountPublicApi } from './mount.js';
export type { PublicApiParts } from './parts.js';
export { openApiDocument } from './openapi.js';
