export { API_PREFIX, mountPublicApi, type PublicApiParts } from './mount.js';
export { openApiDocument } from './openapi.js';
