import type { UploadPurpose } from '@src/creation/uploads/upload.shared';
import type { UploadState } from '@/ui/form/upload-progress';

/** How a file is sent. */
export interface Sending {
  readonly purpose: UploadPurpose;
  readonly on: (state: UploadState) => void;
  /** Gives it up; what has arrived is taken away. */
  readonly signal: AbortSignal;
}
