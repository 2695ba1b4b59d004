import type { Entitlements, Lane } from '../../../billing/plans/entitlements.shared.js';
import type { ModelView } from '../../../catalog/model.shared.js';
import { limitOf, may, OPERATOR_ROLES, callerKindsOf, type Caller, type CallerKinds } from '../../../kernel/permissions.shared.js';
import type { VideoTemplate } from '../../../engine/options.shared.js';
import type { Params, Resolution } from '../../procedures/params.shared.js';

/** What someone may make: by their plan, and by the roles that the operator gave them. */
export interface Allowed {
  /** Tasks that run at the same time. */
  readonly parallel: number;
  /** How many of them by a role, whatever becomes of the plan. */
  readonly byRole: number;
  /** Tasks that may wait beyond those. */
  readonly waiting: number;
  readonly lane: Lane;
  /** Models of plans. */
  readonly proModels: boolean;
  /** Of a video, as resolutions are called: 720 is 720p. */
  readonly mostShortSide: number | 'any';
  /** Whether what is made carries the product's mark. */
  readonly marked: boolean;
  /** Creations of a day (UTC) that cost nothing with models of the relaxed queue. */
  readonly relaxedADay: number;
}

/** As a page is told it: `task.allowance`. */
export interface AllowanceView extends Allowed {
  readonly tier: Entitlements['tier'];
  /** Creations of today that may still cost nothing. */
  readonly relaxedLeft: number;
  /** Effects of videos that are no longer offered. */
  readonly withdrawnEffects: readonly VideoTemplate[];
  /** Videos of free models a day (UTC), and how many of today's are left; null where they are not limited. */
  readonly freeVideos: { readonly left: number; readonly limit: number } | null;
}

/** Where someone stands who has what a plan allows. */
export const callerKindsWith = (caller: Caller, { tier }: Pick<Entitlements, 'tier'>): CallerKinds => callerKindsOf(caller, tier === 'free' ? undefined : tier);

/**
 * What someone may make: as many tasks at once as the policy says, and twice as many that wait, at least four. A role adds to what the
 * plan allows and takes nothing away.
 * @param plan what Billing says of them
 */
export function allowedTo(caller: Caller, plan: Entitlements): Allowed {
  const callerKinds = callerKindsWith(caller, plan);
  const parallel = limitOf('parallelTasks', callerKinds);
  const isPro = may('createPro', callerKinds);
  return {
    parallel, byRole: Math.max(0, ...OPERATOR_ROLES.filter((role) => caller.roles.includes(role)).map((role) => limitOf('parallelTasks', { kinds: [role] }))), waiting: Math.max(4, 2 * parallel), lane: plan.lane, proModels: isPro, mostShortSide: isPro ? 'any' : plan.mostShortSide,
    marked: plan.watermark && !isPro, relaxedADay: plan.relaxedADay,
  };
}

/** How fine a video is, by its resolution's name: 720 for 720p. */
export const shortSideOf = (resolution: Resolution): number => Number.parseInt(resolution, 10);

/** Whether a video of this resolution may be made. */
export const mayBeAsFine = (resolution: Resolution, { mostShortSide }: Pick<Allowed, 'mostShortSide'>): boolean => mostShortSide === 'any' || shortSideOf(resolution) <= mostShortSide;

/** Whether a camera may be set: one whose path is set by hand belongs to plans. */
export const mayUseCamera = (camera: string, { proModels }: Pick<Allowed, 'proModels'>): boolean => proModels || camera !== 'path';

/** Templates of videos that belong to plans: the pro effects of the policy ("who may do what"). The operator's choice. */
export const PRO_TEMPLATES: readonly VideoTemplate[] = ['day-to-night', 'light-leak', 'kaleidoscope'];

/** Whether a template of videos may be used. */
export const mayUseTemplate = (template: VideoTemplate, { proModels }: Pick<Allowed, 'proModels'>): boolean => proModels || !PRO_TEMPLATES.includes(template);

/**
 * What a creation needs a plan for, as the prompt that offers one names it: `ProFeature` for a model of plans,
 * `Template` for an effect of plans, `AdvancedCamera` for a camera's path that is set by hand, `VideoMode` for a video that is finer than is open to everybody. Pure: the locks of the form and the server's refusal are one answer.
 * @param params undefined where only the model is asked about
 * @returns undefined where no plan is needed that is not there
 */
export function planNeeded(model: Pick<ModelView, 'tier'>, params: Params | undefined, allowed: Pick<Allowed, 'proModels' | 'mostShortSide'>): 'ProFeature' | 'Template' | 'AdvancedCamera' | 'VideoMode' | undefined {
  if (model.tier === 'pro' && !allowed.proModels) return 'ProFeature';
  if (params?.procedure === 'video.createVideoByTemplate' && !mayUseTemplate(params.template, allowed)) return 'Template';
  if (params?.procedure === 'video.createVideoByImageV2' && !mayUseCamera(params.camera, allowed)) return 'AdvancedCamera';
  return params !== undefined && 'resolution' in params && !mayBeAsFine(params.resolution, allowed) ? 'VideoMode' : undefined;
}
