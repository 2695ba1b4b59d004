import type { UploadPurpose } from '@src/creation/uploads/upload.shared';
import type { UploadState } from '@/ui/form/upload-progress';

/** Options of an upload. */
export interface Sending {
  readonly purpose: UploadPurpose;
  readonly on: (state: UploadState) => void;
  /** Cancels the upload. The server deletes the parts it has. */
  readonly signal: AbortSignal;
}
