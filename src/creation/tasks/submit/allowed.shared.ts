import type { Entitlements, Lane } from '../../../billing/plans/entitlements.shared.js';
import type { ModelView } from '../../../catalog/model.shared.js';
import {
  limitOf,
  may,
  OPERATOR_ROLES,
  callerKindsOf,
  type Caller,
  type CallerKinds,
} from '../../../kernel/permissions.shared.js';
import type { VideoTemplate } from '../../../engine/options.shared.js';
import type { Params, Resolution } from '../../procedures/params.shared.js';

/** What a user may create, by their plan and by the roles that the operator gave them. */
export interface Allowed {
  /** Tasks that run at the same time. */
  readonly parallel: number;
  /** The part of `parallel` that comes from a role, which stays when the plan changes. */
  readonly byRole: number;
  /** Tasks that may wait in addition. */
  readonly waiting: number;
  readonly lane: Lane;
  /** Whether models of plans are allowed. */
  readonly proModels: boolean;
  /** Maximum short side of a video, as in names of resolutions: 720 is 720p. */
  readonly maxShortSide: number | 'any';
  /** Whether results are watermarked. */
  readonly marked: boolean;
  /** Free creations per UTC day with models of the relaxed queue. */
  readonly relaxedADay: number;
  /** Free drafts per UTC day. */
  readonly draftsADay: number;
}

/** As sent to the browser: `task.allowance`. */
export interface AllowanceView extends Allowed {
  readonly tier: Entitlements['tier'];
  /** Free creations left today. */
  readonly relaxedLeft: number;
  /** Free drafts left today. */
  readonly draftsLeft: number;
  /** Video effects that are no longer offered. */
  readonly withdrawnEffects: readonly VideoTemplate[];
  /** Videos of free models per UTC day, and how many are left today; null without a limit. */
  readonly freeVideos: { readonly left: number; readonly limit: number } | null;
}

/** Caller kinds of a user with these entitlements. */
export const callerKindsWith = (caller: Caller, { tier }: Pick<Entitlements, 'tier'>): CallerKinds =>
  callerKindsOf(caller, tier === 'free' ? undefined : tier);

/**
 * What a user may create: the policy's number of tasks at once, and twice as many waiting, at least four. A role adds
 * to the plan and takes nothing away.
 * @param plan the entitlements from Billing
 */
export function allowedTo(caller: Caller, plan: Entitlements): Allowed {
  const callerKinds = callerKindsWith(caller, plan);
  const parallel = limitOf('parallelTasks', callerKinds);
  const isPro = may('createPro', callerKinds);
  return {
    parallel,
    byRole: Math.max(
      0,
      ...OPERATOR_ROLES.filter((role) => caller.roles.includes(role)).map((role) =>
        limitOf('parallelTasks', { kinds: [role] }),
      ),
    ),
    waiting: Math.max(4, 2 * parallel),
    lane: plan.lane,
    proModels: isPro,
    maxShortSide: isPro ? 'any' : plan.maxShortSide,
    marked: plan.watermark && !isPro,
    relaxedADay: plan.relaxedADay,
    draftsADay: limitOf('draftsADay', callerKinds),
  };
}

/** Short side of a video in pixels, from its resolution's name: 720 for 720p. */
export const shortSideOf = (resolution: Resolution): number => Number.parseInt(resolution, 10);

/** Whether a video of this resolution is allowed. */
export const mayUseResolution = (resolution: Resolution, { maxShortSide }: Pick<Allowed, 'maxShortSide'>): boolean =>
  maxShortSide === 'any' || shortSideOf(resolution) <= maxShortSide;

/** Whether a camera is allowed. A manual camera path requires a plan. */
export const mayUseCamera = (camera: string, { proModels }: Pick<Allowed, 'proModels'>): boolean =>
  proModels || camera !== 'path';

/** Video templates that require a plan: the pro effects of the policy ("who may do what"). The operator's choice. */
export const PRO_TEMPLATES: readonly VideoTemplate[] = ['day-to-night', 'light-leak', 'kaleidoscope'];

/** Whether a video template is allowed. */
export const mayUseTemplate = (template: VideoTemplate, { proModels }: Pick<Allowed, 'proModels'>): boolean =>
  proModels || !PRO_TEMPLATES.includes(template);

/**
 * Why a creation requires a plan: `ProFeature` for a model of plans, `Extend` if it extends a video, `Template` for an
 * effect of plans, `AdvancedCamera` for a manual camera path, `VideoMode` for a resolution above what is open to
 * everybody. The upgrade prompt uses these names. Pure, so that the locks of the form and the server's refusal always
 * agree.
 * @param params undefined to check the model alone
 * @returns undefined if no plan is needed or the user has it
 */
export function planNeeded(
  model: Pick<ModelView, 'tier'>,
  params: Params | undefined,
  allowed: Pick<Allowed, 'proModels' | 'maxShortSide'>,
): 'ProFeature' | 'Extend' | 'Template' | 'AdvancedCamera' | 'VideoMode' | undefined {
  if (model.tier === 'pro' && !allowed.proModels)
    return params?.procedure === 'video.videoExtender' ? 'Extend' : 'ProFeature';
  if (params?.procedure === 'video.createVideoByTemplate' && !mayUseTemplate(params.template, allowed))
    return 'Template';
  if (params?.procedure === 'video.createVideoByImageV2' && !mayUseCamera(params.camera, allowed))
    return 'AdvancedCamera';
  return params !== undefined && 'resolution' in params && !mayUseResolution(params.resolution, allowed)
    ? 'VideoMode'
    : undefined;
}

/**
 * The connected models that make the final of a procedure for a user: those that their plan opens to them. While there
 * is one, the local engine makes drafts (adr/0092). Pure, so that the forms and the server agree.
 */
export const finalsFor = (
  models: readonly ModelView[],
  procedure: string,
  allowed: Parameters<typeof planNeeded>[2],
): readonly ModelView[] =>
  models.filter(
    (model) =>
      model.engine === 'remote' &&
      model.procedures.includes(procedure) &&
      planNeeded(model, undefined, allowed) === undefined,
  );
