export { CreateUpload, DeleteUpload, FinishUpload, GetUpload, GetUploadRecipe } from './commands.js';
export { UPLOAD_LIMITS, type UploadView } from './upload.shared.js';
export type { UploadId } from './upload.js';
export { Uploads, type SourceFacts } from './uploads.js';
export { UploadsModule } from './uploads.module.js';
