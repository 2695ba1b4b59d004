import { TOOL_REASONS, type ToolReason } from '../../engine/refusals.shared.js';
import type { ErrorIdentifier, ProductError } from '../../kernel/errors.shared.js';
import { FAILURE_HELPS, type FailureHelp, type Refusals } from '../procedures/refusal.shared.js';
import { FORMS } from '../procedures/registry.shared.js';

export { FAILURE_HELPS, TOOL_REASONS, type FailureHelp, type ToolReason };

/** Error identifiers of failed tasks. */
export const FAILURE_IDENTIFIERS = [
  'INPUT_INVALID_FOR_SERVICE',
  'NO_FACE_FOUND',
  'NO_FACES_IN_IMAGE',
  'INVALID_FACE_POSE',
  'LIP_SYNC_VIDEO_FACE',
  'SENSITIVE_CONTENT',
  'UNEXPECTED_MODERATION',
  'MODEL_UNAVAILABLE',
  'ENGINE_FAILED',
  'RESULT_DEFECTIVE',
  'ENGINE_UNAVAILABLE',
  'ENGINE_TIMEOUT',
  'TASK_EXPIRED',
  'VIDEO_EXTENSION_FAILED',
  'VIDEO_UPSCALE_FAILED',
  'BACKGROUND_REMOVER_FAILED',
  'OBJECT_REMOVER_FAILED',
  'UNCROP_FAILED',
  'IMAGE_UPSCALE_FAILED',
  'PAINTING_FAILED',
  'FACE_SWAP_FAILED',
  'BACKGROUND_CHANGER_FAILED',
  'IMAGE_DOWNLOAD_FAILED',
] as const satisfies readonly ErrorIdentifier[];

export type FailureIdentifier = (typeof FAILURE_IDENTIFIERS)[number];

/**
 * Why a result is not delivered, or is delivered with a note: `blank`, a single colour or nothing visible; `unchanged`,
 * nearly equal to its source; `faceless`, without the face that it must show; `silent`, without the sound that it must
 * have; `short`, a video shorter than requested; `opaque`, a cut-out without transparency;
 * `unreadable`, a design whose words cannot be read.
 */
export const DEFECTS = ['blank', 'unchanged', 'faceless', 'silent', 'short', 'opaque', 'unreadable'] as const;
export type Defect = (typeof DEFECTS)[number];

const REFUSED = 'INPUT_INVALID_FOR_SERVICE';

/** Refusals that several techniques share. */
const COMMON: Refusals = {
  'several-faces': { error: REFUSED, help: 'crop' },
  'no-subject': { error: REFUSED, help: 'other' },
  'busy-background': { error: REFUSED, help: 'crop' },
  'face-small': { error: REFUSED, help: 'other' },
  'nothing-said': { error: REFUSED, help: 'words' },
  empty: { error: REFUSED },
  everything: { error: REFUSED },
  size: { error: REFUSED },
  'letter-unknown': { error: REFUSED },
  'words-too-long': { error: REFUSED },
  'script-too-long': { error: REFUSED },
};

/** All refusals of all techniques; `test/rules/refusals` checks that the list is complete. */
export const REFUSALS: Refusals = Object.values(FORMS).reduce<Refusals>(
  (all, { refusals }) => ({ ...all, ...refusals }),
  COMMON,
);

/** What the owner can do about a failed creation, in addition to the error message. */
export function helpOf({
  identifier,
  params,
}: {
  readonly identifier: string;
  readonly params: ProductError['params'];
}): FailureHelp | undefined {
  switch (identifier) {
    case 'INPUT_INVALID_FOR_SERVICE': {
      const reason = TOOL_REASONS.find((one) => one === params['reason']);
      return reason === undefined ? 'other' : REFUSALS[reason]?.help;
    }
    case 'NO_FACE_FOUND':
    case 'NO_FACES_IN_IMAGE':
    case 'INVALID_FACE_POSE':
    case 'LIP_SYNC_VIDEO_FACE':
      return 'face';
    case 'SENSITIVE_CONTENT':
      return 'words';
    default:
      return 'again';
  }
}
