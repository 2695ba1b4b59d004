import { TOOL_REASONS, type ToolReason } from '../../engine/refusals.shared.js';
import type { ErrorIdentifier, ProductError } from '../../kernel/errors.shared.js';

export { TOOL_REASONS, type ToolReason };

/** With what identifiers a task ends that failed. */
export const FAILURE_IDENTIFIERS = [
  'INPUT_INVALID_FOR_SERVICE', 'NO_FACE_FOUND', 'NO_FACES_IN_IMAGE', 'INVALID_FACE_POSE', 'LIP_SYNC_VIDEO_FACE',
  'SENSITIVE_CONTENT', 'UNEXPECTED_MODERATION', 'MODEL_UNAVAILABLE', 'ENGINE_FAILED',
  'ENGINE_UNAVAILABLE', 'ENGINE_TIMEOUT', 'TASK_EXPIRED', 'VIDEO_EXTENSION_FAILED', 'VIDEO_UPSCALE_FAILED',
  'BACKGROUND_REMOVER_FAILED', 'OBJECT_REMOVER_FAILED', 'UNCROP_FAILED', 'IMAGE_UPSCALE_FAILED', 'PAINTING_FAILED',
  'FACE_SWAP_FAILED', 'BACKGROUND_CHANGER_FAILED', 'IMAGE_DOWNLOAD_FAILED',
] as const satisfies readonly ErrorIdentifier[];

export type FailureIdentifier = (typeof FAILURE_IDENTIFIERS)[number];

/** What would help after a failure. Each has its words in `creations.failure.help`. */
export const FAILURE_HELPS = ['crop', 'face', 'other', 'words', 'again'] as const;
export type FailureHelp = (typeof FAILURE_HELPS)[number];

/** Undefined where the words of the reason say what to do. */
const OF_REASONS: Readonly<Record<ToolReason, FailureHelp | undefined>> = {
  'several-faces': 'crop', 'no-subject': 'other', 'no-subtitles': 'other', silent: 'other', 'nothing-said': 'words',
  'body-not-seen': 'other', 'body-not-told': undefined, 'garment-worn': undefined, 'garment-unclear': undefined,
  empty: undefined, everything: undefined, size: undefined, 'no-sound': undefined, 'letter-unknown': undefined,
  'words-too-long': undefined, 'script-too-long': undefined,
};

/** What its owner can do about a creation that failed, beyond what the words of its error say. */
export function helpOf({ identifier, params }: { readonly identifier: string; readonly params: ProductError['params'] }): FailureHelp | undefined {
  switch (identifier) {
    case 'INPUT_INVALID_FOR_SERVICE': {
      const reason = TOOL_REASONS.find((one) => one === params['reason']);
      return reason === undefined ? 'other' : OF_REASONS[reason];
    }
    case 'NO_FACE_FOUND':
    case 'NO_FACES_IN_IMAGE':
    case 'INVALID_FACE_POSE':
    case 'LIP_SYNC_VIDEO_FACE': return 'face';
    case 'SENSITIVE_CONTENT': return 'words';
    default: return 'again';
  }
}
