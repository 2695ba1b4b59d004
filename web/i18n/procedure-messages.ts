import type { DefinitionOf, ProcedureName } from '@src/creation/procedures/params.shared';
import type backdrop from '@src/creation/procedures/change-background/messages/en.json';
import type cast from '@src/creation/procedures/subjects-to-video/messages/en.json';
import type edit from '@src/creation/procedures/edit-video/messages/en.json';
import type erase from '@src/creation/procedures/remove-object/messages/en.json';
import type eraseInVideo from '@src/creation/procedures/remove-video-object/messages/en.json';
import type instruct from '@src/creation/procedures/edit-by-instruction/messages/en.json';
import type lipSync from '@src/creation/procedures/lip-sync/messages/en.json';
import type paint from '@src/creation/procedures/inpaint/messages/en.json';
import type promo from '@src/creation/procedures/product-photo/messages/en.json';
import type restyle from '@src/creation/procedures/restyle/messages/en.json';
import type short from '@src/creation/procedures/shorts/messages/en.json';
import type sound from '@src/creation/procedures/sound-effects/messages/en.json';
import type upscale from '@src/creation/procedures/upscale/messages/en.json';
import type widen from '@src/creation/procedures/expand/messages/en.json';

/** Messages of every procedure, by the key of its definition. */
type OfEach = Readonly<Record<DefinitionOf<ProcedureName>['key'], string>>;

/** Messages of custom forms. */
type FieldMessages = typeof backdrop &
  typeof cast &
  typeof edit &
  typeof erase &
  typeof eraseInVideo &
  typeof instruct &
  typeof lipSync &
  typeof paint &
  typeof promo &
  typeof restyle &
  typeof short &
  typeof sound &
  typeof upscale &
  typeof widen;

type OptionName =
  DefinitionOf<ProcedureName> extends infer D
    ? D extends { readonly options: infer O }
      ? keyof O & string
      : never
    : never;

/**
 * Messages that `web/build/procedure-messages.cjs` adds to the areas at build time. Keys of option values and models
 * are data; tests check that each has its message.
 */
export type ProcedureMessages = {
  readonly tools: {
    readonly names: OfEach;
    readonly keywords: OfEach;
    readonly lines: OfEach;
    readonly ready: OfEach;
    readonly alts: OfEach;
  } & { readonly [K in keyof FieldMessages]: FieldMessages[K]['fields'] };
  readonly image: { readonly formLabels: OfEach; readonly verbs: OfEach; readonly titles: OfEach };
  readonly options: Readonly<Record<OptionName, { readonly label: string }>>;
};
