import { z } from 'zod';
import {
  firstOf, FORMS, plainNames, PROMPT_MAX, rolesOf, SEED_MAX, slotsOf,
  type Option, type OptionsOf, type OptionValue, type PlainName, type PlainParams, type PLAIN_FORMS, type Slot,
} from './params.shared.js';
import { timelineInput } from './timeline-input.shared.js';
import { pressed, sourceRef, type Request, type SourceRef } from './request.shared.js';

/** The schemas of plain calls, made from what `forms.shared.ts` says of them. */

type SlotsOf<P extends PlainName> = (typeof PLAIN_FORMS)[P]['slots'];
type GivenTo<S> = S extends { readonly most: 1 } ? SourceRef : readonly SourceRef[];
/** What a call that works on a person's likeness is told beside the rest. */
type Declared<P extends PlainName> = (typeof PLAIN_FORMS)[P] extends { readonly likeness: true } ? { readonly consent: true } : unknown;
type Needed<P extends PlainName> = { [S in keyof SlotsOf<P>]: SlotsOf<P>[S] extends { readonly least: 0 } ? never : S }[keyof SlotsOf<P>];

/** What every plain call has, and what may be left out where nothing is to be said of it. */
interface Common {
  readonly prompt: string;
  readonly negativePrompt: string;
  readonly count: number;
  readonly seed: number;
}
type Pressed = Readonly<z.infer<z.ZodObject<typeof pressed>>>;
type GivenFor<P extends PlainName> = Declared<P> & { readonly [S in Needed<P>]: GivenTo<SlotsOf<P>[S]> } & { readonly [S in Exclude<keyof SlotsOf<P>, Needed<P>>]?: GivenTo<SlotsOf<P>[S]> | undefined };

/** The input of a plain call: its options under their names, and under each slot's name what is given for it. */
export type PlainInput<P extends PlainName> = Pressed & Common & OptionsOf<P> & GivenFor<P>;

/** The same as it is sent: what has a first value may be left out. */
export type PlainWish<P extends PlainName> = Pressed & Partial<Common> & Partial<OptionsOf<P>> & GivenFor<P>;

/** A plain call with its input. */
export type AskedPlainly = { readonly [P in PlainName]: { readonly procedure: P; readonly input: PlainInput<P> } }[PlainName];

function valueOf(option: Option): z.ZodType<OptionValue> {
  switch (option.kind) {
    case 'choice':
      return z.literal([...option.of]);
    case 'range': {
      const within = z.number().min(option.least).max(option.most);
      return option.step === 1 ? within.int() : within;
    }
    case 'text':
      return z.string().trim().min(option.least).max(option.most);
    case 'switch':
      return z.boolean();
    case 'timeline':
      return timelineInput;
    default:
      return option satisfies never;
  }
}

/** As it is asked for: what must be there must be said. */
const askedFor = (option: Option): z.ZodType<OptionValue> => (option.kind === 'text' && option.least > 0 ? valueOf(option) : valueOf(option).default(firstOf(option)));

const givenTo = ({ least, most }: Slot): z.ZodType => {
  const given = most === 1 ? sourceRef : z.array(sourceRef).min(least).max(most);
  return least === 0 ? given.optional() : given;
};

/** The input of a plain call. */
export function plainInput<P extends PlainName>(procedure: P): z.ZodType<PlainInput<P>, PlainWish<P>> {
  const form = FORMS[procedure];
  const prompt = z.string().trim().max(PROMPT_MAX);
  const shape = {
    ...pressed,
    prompt: form.words === 'must' ? prompt.min(1) : form.words === 'may' ? prompt.default('') : z.literal('').default(''),
    negativePrompt: form.words === 'none' ? z.literal('').default('') : prompt.default(''),
    count: z.int().min(1).max(form.several ? 4 : 1).default(1),
    seed: z.int().min(0).max(SEED_MAX).default(0),
    // Whoever it shows consents: said anew with every call, nothing is taken for said.
    ...(form.likeness === true ? { consent: z.literal(true) } : {}),
    ...Object.fromEntries(Object.entries(form.options).map(([name, option]) => [name, askedFor(option)])),
    ...Object.fromEntries(slotsOf(form).map((slot) => [slot.name, givenTo(slot)])),
  };
  const object = z.object(shape);
  const isEither = (input: Readonly<Record<string, unknown>>): boolean => input['prompt'] !== '' || slotsOf(form).some(({ name }) => input[name] !== undefined && (!Array.isArray(input[name]) || input[name].length > 0));
  // The shape was made by the table that the type is of.
  return (form.either === true ? object.refine(isEither, { path: ['prompt'], error: 'words or something given are needed' }) : object) as unknown as z.ZodType<PlainInput<P>, PlainWish<P>>;
}

/** Takes a plain request apart. Pure. */
export function plainRequest({ procedure, input }: AskedPlainly): Request {
  const form = FORMS[procedure];
  const said: Readonly<Record<string, unknown>> = { ...input };
  const options = Object.fromEntries(Object.keys(form.options).map((name) => [name, said[name]]));
  const { model, prompt, negativePrompt, count, seed } = input;
  return {
    input: { model, prompt, negativePrompt, count, seed: form.seeded ? seed : 0 },
    // The schema has just read them by the same table.
    params: { procedure, ...options } as PlainParams,
    sources: slotsOf(form).flatMap((slot) => {
      // One or several, by the slot; the schema has read which.
      const given = said[slot.name] as SourceRef | readonly SourceRef[] | undefined;
      const refs = given === undefined ? [] : 'from' in given ? [given] : given;
      return rolesOf(slot.name, slot).flatMap((role, index) => {
        const ref = refs[index];
        return ref === undefined ? [] : [{ role, ref }];
      });
    }),
  };
}

/** How a plain call's settings are stored. What is no longer offered keeps no task from being shown, settled or deleted. */
export const storedPlainly = plainNames().map((procedure) => {
  const options = Object.entries(FORMS[procedure].options).map(([name, option]) => [name, valueOf(option).catch(firstOf(option))] as const);
  return z.object({ procedure: z.literal(procedure), ...Object.fromEntries(options) });
});
