import { FORMS, slotOf, slotsOf, SOURCE_ROLES, type SourceRole } from '@src/creation/procedures/params.shared';
import { videoLength, type LengthRange } from '@src/creation/procedures/plan.shared';
import { CUT_LIMITS } from '@src/creation/uploads/cutting-rules.shared';
import type { Given } from '@/features/make/create/draft/given-inputs';
import { mainRole, paramsOf, type DraftRequest } from '@/features/make/create/draft/draft-request';

/** A part of a video, in milliseconds. */
export interface Part {
  readonly from: number;
  readonly to: number;
}

/** Step of a trim handle in milliseconds: one frame. */
export const FRAME_MS = 40;

/** The allowed length of a video in a slot. Without a form, the limits of trimming itself. */
export function boundsAt(request: Pick<DraftRequest, 'procedure' | 'draft'> | undefined, video: Given): LengthRange {
  return request === undefined
    ? { min: CUT_LIMITS.minMs / 1_000, max: CUT_LIMITS.maxMs / 1_000 }
    : videoLength(paramsOf(request), video);
}

/** The proposed part of a video: its first seconds up to the maximum, or the part from an earlier trim. */
export function proposed({ seconds = 0, cut }: Given, { max }: LengthRange): Part {
  if (cut?.part.kind === 'trim') return { from: cut.part.from, to: cut.part.to };
  return { from: 0, to: Math.min(Math.floor(seconds * 1_000), Math.floor(max * 1_000)) };
}

/** The problem with a part's length. */
export function lengthProblem({ from, to }: Part, { min, max }: LengthRange): 'short' | 'long' | undefined {
  const seconds = (to - from) / 1_000;
  return seconds < min ? 'short' : seconds > max ? 'long' : undefined;
}

/** A refusal, from the page or from the server. */
export interface Refused {
  readonly identifier: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Refusals that another length of the video would fix. */
const OF_LENGTH: readonly string[] = ['DURATION_LIMIT', 'LIP_SYNC_VIDEO_DURATION', 'UPSCALE_CAPABILITY_NOT_SUPPORTED'];

/** The slot of an image that is too large, where a crop would fix the refusal. */
function croppableRole({ given }: DraftRequest, { identifier }: Refused): SourceRole | undefined {
  return identifier === 'UPSCALE_SIZE_TOO_LARGE' && given.image?.kind === 'image' ? 'image' : undefined;
}

/** The slot where trimming a video or cropping an image would fix a refusal. @returns undefined if there is none */
export const cuttableRole = (request: DraftRequest, refused: Refused): SourceRole | undefined =>
  trimmableRole(request, refused) ?? croppableRole(request, refused);

/**
 * The slot where a trim would fix a refusal: the video is too long, or was trimmed too short.
 * @returns undefined if there is none
 */
export function trimmableRole(request: DraftRequest, { identifier, params }: Refused): SourceRole | undefined {
  const isOfLength =
    OF_LENGTH.includes(identifier) ||
    (identifier === 'VIDEO_EXTENSION_NOT_SUPPORTED' && params['reason'] === 'extension-too-long');
  if (!isOfLength) return undefined;
  const named = SOURCE_ROLES.find((role) => role === params['input']);
  const videos = slotsOf(FORMS[request.procedure])
    .filter(({ takes }) => takes.includes('video'))
    .map(({ name }) => name);
  const role =
    named ??
    SOURCE_ROLES.find((one) => videos.includes(slotOf(one)) && request.given[one]?.kind === 'video') ??
    mainRole(request.procedure);
  const video = role === undefined ? undefined : request.given[role];
  if (role === undefined || video?.kind !== 'video') return undefined;
  const { min } = boundsAt(request, video);
  return (video.cut?.whole.seconds ?? video.seconds ?? 0) >= min ? role : undefined;
}
