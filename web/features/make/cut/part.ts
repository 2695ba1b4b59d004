import { FORMS, slotOf, slotsOf, SOURCE_ROLES, type SourceRole } from '@src/creation/procedures/params.shared';
import { videoLength, type LengthRange } from '@src/creation/procedures/plan.shared';
import { CUT_LIMITS } from '@src/creation/uploads/cutting-rules.shared';
import type { Given } from '@/features/make/create/draft/given-inputs';
import { mainRole, paramsOf, type DraftRequest } from '@/features/make/create/draft/draft-request';

/** A part of a video, milliseconds. */
export interface Part {
  readonly from: number;
  readonly to: number;
}

/** Milliseconds by which a handle of the trimmer goes on: a frame. */
export const FRAME_MS = 40;

/** How long a video may be in a place of a form; what any trim may be where no form says so. */
export function boundsAt(request: Pick<DraftRequest, 'procedure' | 'draft'> | undefined, video: Given): LengthRange {
  return request === undefined ? { min: CUT_LIMITS.minMs / 1_000, max: CUT_LIMITS.maxMs / 1_000 } : videoLength(paramsOf(request), video);
}

/** The part that is proposed of a video: its first seconds, as many as may be; of one that was trimmed before, that part. */
export function proposed({ seconds = 0, cut }: Given, { max }: LengthRange): Part {
  if (cut?.part.kind === 'trim') return { from: cut.part.from, to: cut.part.to };
  return { from: 0, to: Math.min(Math.floor(seconds * 1_000), Math.floor(max * 1_000)) };
}

/** What is wrong with a part's length. */
export function lengthProblem({ from, to }: Part, { min, max }: LengthRange): 'short' | 'long' | undefined {
  const seconds = (to - from) / 1_000;
  return seconds < min ? 'short' : seconds > max ? 'long' : undefined;
}

/** What a form was refused with, by the page itself or by the server. */
export interface Refused {
  readonly identifier: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The refusals that another length of the video would mend. */
const OF_LENGTH: readonly string[] = ['DURATION_LIMIT', 'LIP_SYNC_VIDEO_DURATION', 'UPSCALE_CAPABILITY_NOT_SUPPORTED'];

/** The place of the image that taking a part of it would mend a refusal of: one that would become too large. */
function croppableRole({ given }: DraftRequest, { identifier }: Refused): SourceRole | undefined {
  return identifier === 'UPSCALE_SIZE_TOO_LARGE' && given.image?.kind === 'image' ? 'image' : undefined;
}

/** The place of what a part would mend a refusal of: a video by its length, an image by its size. @returns nothing where none is */
export const cuttableRole = (request: DraftRequest, refused: Refused): SourceRole | undefined => trimmableRole(request, refused) ?? croppableRole(request, refused);

/**
 * The place of the video that a trim would mend a refusal of: one that is too long, or that was trimmed too short.
 * @returns nothing where none is
 */
export function trimmableRole(request: DraftRequest, { identifier, params }: Refused): SourceRole | undefined {
  const isOfLength = OF_LENGTH.includes(identifier) || (identifier === 'VIDEO_EXTENSION_NOT_SUPPORTED' && params['reason'] === 'extension-too-long');
  if (!isOfLength) return undefined;
  const named = SOURCE_ROLES.find((role) => role === params['input']);
  const videos = slotsOf(FORMS[request.procedure]).filter(({ takes }) => takes.includes('video')).map(({ name }) => name);
  const role = named ?? SOURCE_ROLES.find((one) => videos.includes(slotOf(one)) && request.given[one]?.kind === 'video') ?? mainRole(request.procedure);
  const video = role === undefined ? undefined : request.given[role];
  if (role === undefined || video?.kind !== 'video') return undefined;
  const { min } = boundsAt(request, video);
  return (video.cut?.whole.seconds ?? video.seconds ?? 0) >= min ? role : undefined;
}
