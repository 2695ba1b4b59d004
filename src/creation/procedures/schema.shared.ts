import { z } from 'zod';
import { defined } from '../../kernel/defined.shared.js';
import { PROMPT_MAX } from '../../engine/sizes.shared.js';
import { rolesOf, type SlotName } from '../../engine/sources.shared.js';
import { slotsOf, type Form, type Slot } from './define.shared.js';
import { initialOf, type Option, type OptionValue } from './option.shared.js';
import { SEED_MAX } from './params.shared.js';
import {
  demandOf,
  FORMS,
  isProcedure,
  PROCEDURES,
  type DefinitionOf,
  type Params,
  type ProcedureName,
  type SettingsOf,
} from './registry.shared.js';
import { requestEnvelope, sourceRef, type RequestParts, type SourceRef } from './request.shared.js';
import { timelineInput } from './timeline-input.shared.js';

export * from './request.shared.js';

/** The schemas of creation procedures, derived from their definitions. */

type SlotsOf<P extends ProcedureName> = DefinitionOf<P>['slots'];
type GivenTo<S> = S extends { readonly max: 1 } ? SourceRef : readonly SourceRef[];
/** The consent declared in a procedure that uses a person's likeness. */
type Declared<P extends ProcedureName> =
  DefinitionOf<P> extends { readonly likeness: true } ? { readonly consent: true } : unknown;
type RequiredSlot<P extends ProcedureName> = {
  [S in keyof SlotsOf<P>]: SlotsOf<P>[S] extends { readonly min: 0 } ? never : S;
}[keyof SlotsOf<P>];
type GivenFor<P extends ProcedureName> = Declared<P> & { readonly [S in RequiredSlot<P>]: GivenTo<SlotsOf<P>[S]> } & {
  readonly [S in Exclude<keyof SlotsOf<P>, RequiredSlot<P>>]?: GivenTo<SlotsOf<P>[S]> | undefined;
};

/** Input that every procedure has; optional where the procedure does not use it. */
interface Common {
  readonly prompt: string;
  readonly negativePrompt: string;
  readonly count: number;
  readonly seed: number;
}
type Envelope = Readonly<z.infer<z.ZodObject<typeof requestEnvelope>>>;

/** A procedure's input: its settings by name, and its sources by slot name. */
export type InputOf<P extends ProcedureName> = Envelope & Common & SettingsOf<P> & GivenFor<P>;
/** The same as sent: fields with an initial value are optional. */
export type SentInputOf<P extends ProcedureName> = Envelope & Partial<Common> & Partial<SettingsOf<P>> & GivenFor<P>;

/** A creation call with its input. */
export type CreationRequest = {
  readonly [P in ProcedureName]: { readonly procedure: P; readonly input: InputOf<P> };
}[ProcedureName];

function schemaOf(option: Option): z.ZodType<OptionValue> {
  switch (option.kind) {
    case 'choice':
      return z.literal([...option.values]);
    case 'range': {
      const within = z.number().min(option.min).max(option.max);
      return option.step === 1 ? within.int() : within;
    }
    case 'text':
      return z.string().trim().min(option.min).max(option.max);
    case 'switch':
      return z.boolean();
    case 'colour':
      return z
        .string()
        .regex(/^#[0-9a-f]{6}$/i)
        .transform((text) => text.toLowerCase());
    case 'timeline':
      return timelineInput;
    default:
      return option satisfies never;
  }
}

const isOptional = (option: Option): boolean => 'optional' in option && option.optional === true;

/** As sent: only required texts have no default. */
function sentOption(option: Option): z.ZodType<OptionValue | undefined> {
  if (isOptional(option)) return schemaOf(option).optional();
  return option.kind === 'text' && option.min > 0 ? schemaOf(option) : schemaOf(option).default(initialOf(option));
}

function slotSchema({ min, max }: Slot): z.ZodType {
  const given = max === 1 ? sourceRef : z.array(sourceRef).min(min).max(max);
  return min === 0 ? given.optional() : given;
}

const isGiven = (value: unknown): boolean => value !== undefined && (!Array.isArray(value) || value.length > 0);
const filledSlots = (form: Form, input: Readonly<Record<string, unknown>>): ReadonlySet<SlotName> =>
  new Set(slotsOf(form).flatMap(({ name }) => (isGiven(input[name]) ? [name] : [])));

/** Problems that depend on more than one field of the input. */
function problemsOf(
  procedure: ProcedureName,
  input: Readonly<Record<string, unknown>>,
): readonly { readonly path: string; readonly message: string }[] {
  const form = FORMS[procedure];
  const given = filledSlots(form, input);
  const demand = demandOf(procedure, input, given);
  const hasPrompt = input['prompt'] !== '';
  return [
    ...(form.needsAnyInput === true && !hasPrompt && given.size === 0
      ? [{ path: 'prompt', message: 'a prompt or a file is needed' }]
      : []),
    ...(!hasPrompt && form.promptProblem?.(input) !== undefined
      ? [{ path: 'prompt', message: 'a prompt or a style is needed' }]
      : []),
    // A problem of all settings together is reported at the first of them.
    ...(form.optionsProblem?.(input) === undefined
      ? []
      : [{ path: Object.keys(form.options)[0] ?? '', message: 'something to do is needed' }]),
    ...demand.required.filter((slot) => !given.has(slot)).map((slot) => ({ path: slot, message: 'a file is needed' })),
  ];
}

/** The input schema of a procedure. The form and the server both use it. */
export function inputOf<P extends ProcedureName>(procedure: P): z.ZodType<InputOf<P>, SentInputOf<P>> {
  const form: Form = FORMS[procedure];
  const prompt = z.string().trim().max(PROMPT_MAX);
  const object = z.object({
    ...requestEnvelope,
    prompt:
      form.prompt === 'required'
        ? prompt.min(1)
        : form.prompt === 'optional'
          ? prompt.default('')
          : z.literal('').default(''),
    negativePrompt:
      form.prompt === 'none' || form.negativePrompt === false ? z.literal('').default('') : prompt.default(''),
    count: z
      .int()
      .min(1)
      .max(form.batch ? 4 : 1)
      .default(1),
    /** Output n is made with seed + n. */
    seed: z.int().min(0).max(SEED_MAX).default(0),
    // Declared again with every request; nothing else counts as consent.
    ...(form.likeness === true ? { consent: z.literal(true) } : {}),
    ...Object.fromEntries(Object.entries(form.options).map(([name, option]) => [name, sentOption(option)])),
    ...Object.fromEntries(slotsOf(form).map((slot) => [slot.name, slotSchema(slot)])),
  });
  const checked = object.superRefine((input, context) => {
    for (const { path, message } of problemsOf(procedure, input))
      context.addIssue({ code: 'custom', path: [path], message });
  });
  // The schema is built from the definition that the type is derived from.
  return checked as unknown as z.ZodType<InputOf<P>, SentInputOf<P>>;
}

/** Splits a request into its stored parts. Pure. */
export function partsOf({ procedure, input }: CreationRequest): RequestParts {
  const form: Form = FORMS[procedure];
  const values: Readonly<Record<string, unknown>> = { ...input };
  const demand = demandOf(procedure, values, filledSlots(form, values));
  const settings = Object.fromEntries(
    Object.keys(form.options).flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
  );
  const { model, prompt, negativePrompt, count, seed, modelSettings, loras } = input;
  const words = demand.prompt === 'none' ? { prompt: '', negativePrompt: '' } : { prompt, negativePrompt };
  return {
    input: { model, ...words, count, seed: form.seeded ? seed : 0, ...defined({ modelSettings, loras }) },
    // The schema has just validated them by the same definition.
    params: { procedure, ...settings } as Params,
    sources: slotsOf(form)
      .filter(({ name }) => !demand.ignored.includes(name))
      .flatMap((slot) => {
        // One or several, depending on the slot; the schema has validated which.
        const given = values[slot.name] as SourceRef | readonly SourceRef[] | undefined;
        const refs = given === undefined ? [] : 'from' in given ? [given] : given;
        return rolesOf(slot.name, slot).flatMap((role, index) => {
          const ref = refs[index];
          return ref === undefined ? [] : [{ role, ref }];
        });
      }),
  };
}

/** A stored setting. A value that is no longer offered must not prevent a task from being shown, settled or deleted. */
function storedOption(option: Option): z.ZodType<OptionValue | undefined> {
  const read = schemaOf(option).catch(initialOf(option));
  return isOptional(option) ? read.exactOptional() : read;
}

const storedShapes = PROCEDURES.map((procedure) =>
  z.object({
    procedure: z.literal(procedure),
    ...Object.fromEntries(
      Object.entries(FORMS[procedure].options).map(([name, option]) => [name, storedOption(option)]),
    ),
  }),
);

/** Stored settings, upgraded to the current definitions. */
function upgraded(stored: unknown): unknown {
  if (
    typeof stored !== 'object' ||
    stored === null ||
    !('procedure' in stored) ||
    typeof stored.procedure !== 'string' ||
    !isProcedure(stored.procedure)
  )
    return stored;
  return FORMS[stored.procedure].upgrade?.({ ...stored }) ?? stored;
}

/** How a procedure and its settings are stored. */
// The schemas are built from the definitions that the type is derived from, one for each procedure.
export const storedParams = z.preprocess(
  upgraded,
  z.discriminatedUnion('procedure', storedShapes as [(typeof storedShapes)[number], ...typeof storedShapes]),
) as unknown as z.ZodType<Params>;
