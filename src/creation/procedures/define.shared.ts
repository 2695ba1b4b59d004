import type { OptionalModelId } from '../../engine/models/catalogue.shared.js';
import type { ModelView } from '../../catalog/model.shared.js';
import type { SourceNeed } from '../../engine/inspection.shared.js';
import type { Size } from '../../engine/sizes.shared.js';
import { SLOT_NAMES, type GivenKind, type SlotName, type SourceRole } from '../../engine/sources.shared.js';
import type { PromptReading, Style } from '../../engine/options.shared.js';
import type { RemoteUse } from '../../engine/remote/operations.shared.js';
import type { ErrorIdentifier, ProductError } from '../../kernel/errors.shared.js';
import type { Result } from '../../kernel/result.js';
import type { Option, OptionsOf, SetValue } from './option.shared.js';
import type { Refusals } from './refusal.shared.js';

/** A slot for source files, and how many it accepts. */
export interface Slot {
  readonly takes: readonly GivenKind[];
  readonly min: number;
  readonly max: number;
}

/** What a result must show and sound like; without it the result is not delivered and costs nothing. */
export interface ResultNeeds {
  /** The slot from whose file it must differ visibly. */
  readonly differsFrom?: SlotName;
  /** It must show a face. */
  readonly face?: true;
  /** It must be audible: always, or if the named setting is on. */
  readonly sound?: string | true;
  /** Settings whose words an image must show legibly; checked if the model that reads text is installed. */
  readonly words?: readonly string[];
}

/** Whether a procedure takes a prompt. */
export type PromptUse = 'none' | 'optional' | 'required';

/**
 * The declaration of a procedure: plain data from which schemas, the stored task and the browser's form are derived.
 */
export interface Form {
  /** The procedure's name in the API. */
  readonly id: string;
  /** Key of its texts in the messages, and of its samples. */
  readonly key: string;
  /** Path of its page, without the language. */
  readonly href: string;
  /** `as-given`: an image yields an image, a video yields a video. */
  readonly makes: 'image' | 'video' | 'as-given';
  readonly prompt: PromptUse;
  /** False if the procedure takes no negative prompt. */
  readonly negativePrompt?: false;
  /** Reason of the refusal when settings require the otherwise optional prompt and it is empty. */
  readonly emptyPrompt?: 'nothing-said' | 'nothing-drawn';
  /** Every input is optional, but at least one is needed: a prompt or a file. */
  readonly needsAnyInput?: true;
  /** Whether the seed changes the result. */
  readonly seeded: boolean;
  /** Whether one to four results can be requested at once. */
  readonly batch: boolean;
  /** The procedure uses a person's likeness: the caller must declare that the person consents. */
  readonly likeness?: true;
  readonly slots: Readonly<Partial<Record<SlotName, Slot>>>;
  readonly options: Readonly<Record<string, Option>>;
  /** Settings with which the browser's form starts, if they differ from the initial values. */
  readonly preset?: Readonly<Record<string, SetValue>>;
  /** Former names of settings in URLs; `upgrade` reads them. */
  readonly formerly?: readonly string[];
  /**
   * How a content credential describes the result: drawn by rules, composed of several sources, or an edit of one
   * source.
   */
  readonly provenance: 'drawn' | 'composed' | 'edited';
  /** The form type in analytics events. */
  readonly formType: string;
  /** Error for an engine failure without a reason; default ENGINE_FAILED. */
  readonly failure?: ErrorIdentifier;
  /** What the local engine needs of an image in a slot; checked when it is chosen and again before credits are held. */
  readonly needs?: Readonly<Partial<Record<SlotName, SourceNeed>>>;
  readonly result?: ResultNeeds;
  /** The local engine's results are often poor: forms say so until a connected engine serves the procedure. */
  readonly experimental?: true;
  /** Reasons with which only this technique refuses input. */
  readonly refusals?: Refusals;
  /** How the local engine reads the prompt: which of its words can appear in the result. */
  readonly reads?: PromptReading;
  /** How a connected engine serves it; absent if none can. */
  readonly remote?: RemoteUse;
  /** The local engine's models for this procedure in the catalogue. */
  readonly models: readonly LocalModel[];
}

/** A model of the local engine, as a procedure declares it. The catalogue adds tier, engine and price version. */
export type LocalModel = Pick<ModelView, 'id' | 'name' | 'typicalMs' | 'cost' | 'longSide'> & {
  /** Free on unlimited plans within fair use; default true. */
  readonly relaxed?: false;
  /** Offered only if the machine has speech synthesis, or that optional model (adr/0094); `kokoro` needs both. */
  readonly needs?: 'speech' | OptionalModelId;
};

/** Whether a local model speaks. */
export const speaks = ({ needs }: Pick<LocalModel, 'needs'>): boolean => needs === 'speech' || needs === 'kokoro';

/** Facts about a source. The server probes them and never trusts the client. */
export interface SourceFacts {
  readonly role: SourceRole;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Duration in seconds; for videos and recordings. */
  readonly seconds?: number;
  readonly bytes?: number;
  /** Only for own results: milliseconds since the request. */
  readonly ageMs?: number;
}

/** Size and duration of one output. */
export interface Plan {
  readonly media: 'image' | 'video';
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** 0 for images. */
  readonly seconds: number;
}

/** Requirements of a request that depend on its settings: changes to the form's declaration. */
export interface Demand {
  readonly prompt?: PromptUse;
  /** `required`: although optional in the form. `ignored`: although a file was given. */
  readonly slots?: Readonly<Partial<Record<SlotName, 'required' | 'ignored'>>>;
}

/** Shortest and longest usable video, in seconds. */
export interface LengthRange {
  readonly min: number;
  readonly max: number;
}

/**
 * What depends on a procedure's settings. Methods, so that the registry can hold behaviours with different option
 * types.
 */
export interface Behaviour<O> {
  /**
   * Size and duration of one output, which determine both the displayed price and the output itself.
   * @param sources one for each filled role
   * @param longSide maximum long side of the model, in pixels
   */
  plan(options: O, sources: readonly SourceFacts[], longSide: number): Result<Plan, ProductError>;
  demand?(options: O, given: ReadonlySet<SlotName>): Demand;
  /**
   * Detects a setting that cannot be combined with an empty prompt.
   * @returns the problem's name, for the form's message
   */
  promptProblem?(options: O): 'style-or-words' | undefined;
  /**
   * Detects settings that would leave the source unchanged.
   * @returns the problem's name, for the form's message
   */
  optionsProblem?(options: O): 'nothing-to-restore' | undefined;
  /**
   * Detects a request that connected engines cannot serve, although the local engine can.
   * @returns the problem's name, for the form's message
   */
  remoteProblem?(
    options: O,
    given: Readonly<Partial<Record<SlotName, GivenKind>>>,
  ): 'engine-words-only' | 'engine-one-face' | 'engine-recording' | undefined;
  /** Settings that decide how the prompt is drawn; default: no style and one shot. */
  drawing?(options: O): { readonly style?: Style; readonly shots?: number };
  /** Settings without effect, given the other settings and the files; forms hide them. */
  unused?(options: O, given: Readonly<Partial<Record<SlotName, GivenKind>>>): readonly string[];
  /** Durations that a trimmer offers for a video of this size; default `VIDEO_USED`. */
  videoLength?(options: O, size: Size): LengthRange;
  /** Upgrades settings that an older version stored, sent or wrote into a file. */
  upgrade?(stored: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
}

/** A procedure of any options. */
export type Definition = Form & Behaviour<Readonly<Record<string, unknown>>>;

/**
 * Declares a creation procedure. Everything that follows from the declaration alone (schema, stored form, router,
 * browser form, price, catalogue entry, credential, analytics) is derived from the registry.
 * @param form plain data
 * @param behaviour what depends on settings
 */
export const defineProcedure = <const F extends Form>(
  form: F,
  behaviour: Behaviour<OptionsOf<F['options']>>,
): F & Behaviour<OptionsOf<F['options']>> => ({ ...form, ...behaviour });

/** A form's slots with their names, in the order of `SLOT_NAMES`. */
export function slotsOf({ slots }: Pick<Form, 'slots'>): readonly (Slot & { readonly name: SlotName })[] {
  return SLOT_NAMES.flatMap((name) => {
    const slot = slots[name];
    return slot === undefined ? [] : [{ name, ...slot }];
  });
}
