import type { ModelView } from '../../catalog/model.shared.js';
import type { Size } from '../../engine/sizes.shared.js';
import { SLOT_NAMES, type GivenKind, type SlotName, type SourceRole } from '../../engine/sources.shared.js';
import type { PromptReading, Style } from '../../engine/options.shared.js';
import type { ErrorIdentifier, ProductError } from '../../kernel/errors.shared.js';
import type { Result } from '../../kernel/result.js';
import type { Option, OptionsOf, SetValue } from './option.shared.js';
import type { Refusals } from './refusal.shared.js';

/** A place for the files that a creation is made from, and how many it takes. */
export interface Slot {
  readonly takes: readonly GivenKind[];
  readonly min: number;
  readonly max: number;
}

/** Whether a procedure takes a prompt. */
export type PromptUse = 'none' | 'optional' | 'required';

/** What a procedure requests: plain data that the schemas, the stored task and the form in the browser follow from. */
export interface Form {
  /** The call's name on the wire. */
  readonly id: string;
  /** Names its texts in the messages and its samples. */
  readonly key: string;
  /** Its page, without the language. */
  readonly href: string;
  /** `as-given` makes an image of an image and a video of a video. */
  readonly makes: 'image' | 'video' | 'as-given';
  readonly prompt: PromptUse;
  /** False where a prompt has no negative one beside it. */
  readonly negativePrompt?: false;
  /** The reason of a refusal where settings make an optional prompt required and it is empty. */
  readonly emptyPrompt?: 'nothing-said' | 'nothing-drawn';
  /** Every input is optional on its own, and at least one is needed: a prompt or a file. */
  readonly needsAnyInput?: true;
  /** Another seed makes another result. */
  readonly seeded: boolean;
  /** One to four results can be requested at once. */
  readonly batch: boolean;
  /** Works on a person's likeness: the caller declares that the person consents. */
  readonly likeness?: true;
  readonly slots: Readonly<Partial<Record<SlotName, Slot>>>;
  readonly options: Readonly<Record<string, Option>>;
  /** Settings that the form in the browser begins with, where they are not the initial values. */
  readonly preset?: Readonly<Record<string, SetValue>>;
  /** Names of settings in addresses of before; `upgrade` reads them. */
  readonly formerly?: readonly string[];
  /** How a content credential describes the result: drawn by rules, composed of several sources, or an edit of one source. */
  readonly provenance: 'drawn' | 'composed' | 'edited';
  /** The form type in analytics events. */
  readonly formType: string;
  /** The error of a failure that the engine gives no reason for; ENGINE_FAILED when left out. */
  readonly failure?: ErrorIdentifier;
  /** Why its technique alone refuses input, where it does. */
  readonly refusals?: Refusals;
  /** How the local engine reads the prompt: which of its words the result can show. */
  readonly reads?: PromptReading;
  /** The models of the local engine that the catalogue offers for it. */
  readonly models: readonly LocalModel[];
}

/** A model of the local engine, as a procedure declares it. The catalogue adds tier, engine and price version. */
export type LocalModel = Pick<ModelView, 'id' | 'name' | 'typicalMs' | 'cost' | 'longSide'> & {
  /** Free on unlimited plans within fair use; true when left out. */
  readonly relaxed?: false;
  /** Offered only where the machine can speak. */
  readonly needs?: 'speech';
};

/** What is known of a source: probed by the server, never taken from what a client says. */
export interface SourceFacts {
  readonly role: SourceRole;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Of a video or a recording. */
  readonly seconds?: number;
  readonly bytes?: number;
  /** Of one's own results: milliseconds since the request. */
  readonly ageMs?: number;
}

/** What one output will be. */
export interface Plan {
  readonly media: 'image' | 'video';
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** 0 for images. */
  readonly seconds: number;
}

/** What a request needs, given its settings: a change of what the form says. */
export interface Demand {
  readonly prompt?: PromptUse;
  /** `required` though the form makes it optional; `ignored` though a file was given. */
  readonly slots?: Readonly<Partial<Record<SlotName, 'required' | 'ignored'>>>;
}

/** Shortest and longest video that can be used, seconds. */
export interface LengthRange {
  readonly min: number;
  readonly max: number;
}

/** What a procedure decides from its settings. Methods, so that the registry can hold behaviours of different options. */
export interface Behaviour<O> {
  /**
   * Size and length of one output: the price on the button and the work itself follow from it.
   * @param sources one for each role that is given
   * @param longSide of the model, pixels
   */
  plan(options: O, sources: readonly SourceFacts[], longSide: number): Result<Plan, ProductError>;
  demand?(options: O, given: ReadonlySet<SlotName>): Demand;
  /** A setting that must not be combined with an empty prompt. @returns a problem's name, for the form's message */
  promptProblem?(options: O): 'style-or-words' | undefined;
  /** Settings that together ask for nothing: the result would be what was given. @returns a problem's name, for the form's message */
  optionsProblem?(options: O): 'nothing-to-restore' | undefined;
  /** Settings that decide how the prompt is drawn; no style and one shot when left out. */
  drawing?(options: O): { readonly style?: Style; readonly shots?: number };
  /** Settings without effect, given the others and the files: forms leave them out. */
  unused?(options: O, given: Readonly<Partial<Record<SlotName, GivenKind>>>): readonly string[];
  /** Lengths that a trimmer keeps to, for a video of that size; `VIDEO_USED` when left out. */
  videoLength?(options: O, size: Size): LengthRange;
  /** Reads settings that an older version stored, sent or wrote into a file. */
  upgrade?(stored: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
}

/** A procedure of any options. */
export type Definition = Form & Behaviour<Readonly<Record<string, unknown>>>;

/**
 * Describes a creation call once. Everything that follows from the description alone (schema, stored form, router, form in the browser,
 * price, catalogue entry, credential, analytics) is derived from the registry.
 * @param form plain data
 * @param behaviour what depends on settings
 */
export const defineProcedure = <const F extends Form>(form: F, behaviour: Behaviour<OptionsOf<F['options']>>): F & Behaviour<OptionsOf<F['options']>> => ({ ...form, ...behaviour });

/** A form's slots with their names, in the order of `SLOT_NAMES`. */
export function slotsOf({ slots }: Pick<Form, 'slots'>): readonly (Slot & { readonly name: SlotName })[] {
  return SLOT_NAMES.flatMap((name) => {
    const slot = slots[name];
    return slot === undefined ? [] : [{ name, ...slot }];
  });
}
