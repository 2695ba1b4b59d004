import type { OptionalModelId } from '../engine/models/catalogue.shared.js';
import type { SettingOption } from '../engine/remote/comfyui/workflow/inputs.shared.js';
import type { RemoteOperation } from '../engine/remote/operations.shared.js';
import type { CostRule } from './cost.shared.js';

/** A setting that only this model has. */
export interface ModelSetting {
  /** Its name in requests and recipes. */
  readonly key: string;
  /** Its name in the form, as whoever offers the model wrote it. */
  readonly name: string;
  readonly option: SettingOption;
}

/** A model as the picker shows it. */
export interface ModelView {
  readonly id: string;
  /** Display name. The one-line description is `models.<id>.description` in the web app's messages. */
  readonly name: string;
  /** The calls it serves, such as `text2Image.create`. */
  readonly procedures: readonly string[];
  /** `free`: everyone; `pro`: subscribers. */
  readonly tier: 'free' | 'pro';
  readonly engine: 'local' | 'remote';
  /** In the relaxed queue: free with an unlimited plan, within fair use. */
  readonly relaxed: boolean;
  /** Time of one output on an idle machine, for the picker; milliseconds. */
  readonly typicalMs: number;
  readonly cost: CostRule;
  readonly priceVersion: number;
  /**
   * Of a connected engine: when it was connected, milliseconds since the epoch; and whether the operator prefers the
   * model.
   */
  readonly connectedAt?: number;
  readonly preferred?: true;
  /** Of a connected engine: the operations of the model, where they were asked for when it was connected. */
  readonly operations?: readonly RemoteOperation[];
  /** Longest side of an output, pixels. */
  readonly longSide: number;
  /** The model's own settings, and the version of the model that they belong to. Absent for models without. */
  readonly settings?: { readonly version: number; readonly fields: readonly ModelSetting[] };
  /** Ids of the LoRAs that it can be used with. Absent for models that take none. */
  readonly loras?: readonly string[];
}

/** A model as every visitor gets it: whether LoRAs fit it, but not which of hundreds. `lora.list` has those. */
export type ListedModel = Omit<ModelView, 'loras'> & { readonly takesLoras?: true };

/** What every visitor gets of a model. */
export const listedModel = ({ loras = [], ...model }: ModelView): ListedModel => ({
  ...model,
  ...(loras.length === 0 ? {} : { takesLoras: true }),
});

/** The models of the local engine, in the picker's order, and the ids of those that need something of the machine. */
export interface ModelSeed {
  readonly models: readonly ModelView[];
  /** Speech synthesis. */
  readonly needsSpeech: ReadonlySet<string>;
  /** An optional model, and which (adr/0094). */
  readonly needsOptional: ReadonlyMap<string, OptionalModelId>;
}
