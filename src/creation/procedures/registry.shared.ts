import type { RemoteUse } from '../../engine/remote/operations.shared.js';
import type { GivenKind, SlotName } from '../../engine/sources.shared.js';
import { speaks, type Definition, type Form } from './define.shared.js';
import type { OptionsOf } from './option.shared.js';
import { definition as animation } from './animation/definition.shared.js';
import { definition as changeBackground } from './change-background/definition.shared.js';
import { definition as designTemplates } from './design-templates/definition.shared.js';
import { definition as editByInstruction } from './edit-by-instruction/definition.shared.js';
import { definition as editVideo } from './edit-video/definition.shared.js';
import { definition as expand } from './expand/definition.shared.js';
import { definition as extendVideo } from './extend-video/definition.shared.js';
import { definition as faceSwap } from './face-swap/definition.shared.js';
import { definition as imageToVideo } from './image-to-video/definition.shared.js';
import { definition as inpaint } from './inpaint/definition.shared.js';
import { definition as lipSync } from './lip-sync/definition.shared.js';
import { definition as mimicMotion } from './mimic-motion/definition.shared.js';
import { definition as morph } from './morph/definition.shared.js';
import { definition as productPhoto } from './product-photo/definition.shared.js';
import { definition as removeBackground } from './remove-background/definition.shared.js';
import { definition as removeObject } from './remove-object/definition.shared.js';
import { definition as removeSubtitles } from './remove-subtitles/definition.shared.js';
import { definition as removeVideoBackground } from './remove-video-background/definition.shared.js';
import { definition as removeVideoObject } from './remove-video-object/definition.shared.js';
import { definition as restorePhoto } from './restore-photo/definition.shared.js';
import { definition as restyle } from './restyle/definition.shared.js';
import { definition as restyleVideo } from './restyle-video/definition.shared.js';
import { definition as shorts } from './shorts/definition.shared.js';
import { definition as soundEffects } from './sound-effects/definition.shared.js';
import { definition as subjectsToVideo } from './subjects-to-video/definition.shared.js';
import { definition as textToImage } from './text-to-image/definition.shared.js';
import { definition as textToShots } from './text-to-shots/definition.shared.js';
import { definition as textToVideo } from './text-to-video/definition.shared.js';
import { definition as upscale } from './upscale/definition.shared.js';
import { definition as upscaleVideo } from './upscale-video/definition.shared.js';
import { definition as videoEffects } from './video-effects/definition.shared.js';
import { definition as videoFaceSwap } from './video-face-swap/definition.shared.js';
import { definition as virtualTryOn } from './virtual-try-on/definition.shared.js';

/**
 * Every creation procedure, in the order in which they are offered. Schemas, router, stored tasks, prices, catalogue
 * entries, pages, palette, board nodes, credentials and analytics are derived from this list.
 */
export const DEFINITIONS = [
  textToImage,
  textToVideo,
  upscale,
  restorePhoto,
  removeObject,
  inpaint,
  removeBackground,
  changeBackground,
  expand,
  designTemplates,
  virtualTryOn,
  productPhoto,
  faceSwap,
  lipSync,
  restyle,
  imageToVideo,
  morph,
  shorts,
  soundEffects,
  editVideo,
  mimicMotion,
  restyleVideo,
  extendVideo,
  upscaleVideo,
  videoFaceSwap,
  removeVideoObject,
  removeVideoBackground,
  removeSubtitles,
  videoEffects,
  animation,
  subjectsToVideo,
  textToShots,
  editByInstruction,
] as const;

type AnyDefinition = (typeof DEFINITIONS)[number];
/** The name of a creation procedure in the API. */
export type ProcedureName = AnyDefinition['id'];
/** The name of a procedure that the local engine serves: it has a local model and a technique. */
export type LocalProcedureName = Exclude<AnyDefinition, { readonly models: readonly [] }>['id'];
/** The definition of a procedure. */
export type DefinitionOf<P extends ProcedureName> = Extract<AnyDefinition, { readonly id: P }>;
/** The settings of a procedure. */
export type SettingsOf<P extends ProcedureName> = OptionsOf<DefinitionOf<P>['options']>;
/** A procedure with its settings. */
export type Params = { readonly [P in ProcedureName]: { readonly procedure: P } & SettingsOf<P> }[ProcedureName];
/** The parameters of one procedure. */
export type ParamsOf<P extends ProcedureName> = { readonly procedure: P } & SettingsOf<P>;

export const PROCEDURES: readonly ProcedureName[] = DEFINITIONS.map(({ id }) => id);

// Object.fromEntries loses the type of the keys; each definition is stored under its own id.
const BY_ID = Object.fromEntries(DEFINITIONS.map((definition) => [definition.id, definition])) as {
  readonly [P in ProcedureName]: DefinitionOf<P>;
};

/** A procedure's definition with the exact types of its options. */
export const definitionOf = <P extends ProcedureName>(
  procedure: P,
): { readonly [Q in ProcedureName]: DefinitionOf<Q> }[P] => BY_ID[procedure];

/** Every definition by its id, where the options' exact types do not matter. */
export const FORMS: Readonly<Record<ProcedureName, Definition>> = BY_ID;

/** Whether only connected engines serve a procedure. */
export const needsEngine = (procedure: ProcedureName): boolean => FORMS[procedure].models.length === 0;

/** Whether a string is the name of a procedure. */
export const isProcedure = (name: string): name is ProcedureName => Object.hasOwn(BY_ID, name);

/** How a connected engine serves a procedure; undefined if none can. */
export const remoteUseOf = (procedure: string): RemoteUse | undefined =>
  isProcedure(procedure) ? FORMS[procedure].remote : undefined;

/** Whether a procedure makes a person speak: it uses a likeness and a speech model. */
export const hasPersonSpeak = (procedure: ProcedureName): boolean =>
  FORMS[procedure].likeness === true && FORMS[procedure].models.some(speaks);

/** Requirements of a request, given its settings and the filled slots. */
export function demandOf(
  procedure: ProcedureName,
  settings: Readonly<Record<string, unknown>>,
  given: ReadonlySet<SlotName>,
): { readonly prompt: Form['prompt']; readonly required: readonly SlotName[]; readonly ignored: readonly SlotName[] } {
  const definition = FORMS[procedure];
  const { prompt = definition.prompt, slots = {} } = definition.demand?.(settings, given) ?? {};
  // Object.entries loses the type of the keys.
  const changed = Object.entries(slots) as readonly (readonly [SlotName, 'required' | 'ignored'])[];
  const named = (how: 'required' | 'ignored') => changed.filter(([, one]) => one === how).map(([name]) => name);
  return { prompt, required: named('required'), ignored: named('ignored') };
}

/** Settings without effect, given the other settings and the kinds of files. */
export const unusedOf = (
  procedure: ProcedureName,
  settings: Readonly<Record<string, unknown>>,
  given: Readonly<Partial<Record<SlotName, GivenKind>>>,
): readonly string[] => FORMS[procedure].unused?.(settings, given) ?? [];
