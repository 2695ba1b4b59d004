import { PRO_TEMPLATES } from '@src/creation/tasks/submit/allowed.shared';
import { definitionOf, type SettingsOf } from '@src/creation/procedures/params.shared';
import shown from '@/public/effects/effects.json';
import { STYLES, type Style } from '@/features/make/create/form/styles';
import { toolOf, type ImageInputProcedure } from '@/features/make/create/form/tools';

type Template = SettingsOf<'video.createVideoByTemplate'>['template'];
type Look = SettingsOf<'anime.createAnimatedVideo'>['look'];
type Design = SettingsOf<'template2Image.create'>['design'];

interface Shown {
  /** The procedure of its form. */
  readonly procedure: ImageInputProcedure;
  /** An image in `public/`, drawn by the product's own engine (`npm run gallery`). */
  readonly poster: string;
  /** A loop of three seconds, for an effect with motion. */
  readonly video?: string;
  /** The input image, where the result does not show it. */
  readonly before?: string;
  readonly ratio: string;
  /** Requires a paid plan. */
  readonly pro: boolean;
}

/** A preset that one press applies to an image: a template, a drawn look, a style or a design. */
export type Effect = Shown &
  (
    | { readonly kind: 'template'; readonly id: Template }
    | { readonly kind: 'look'; readonly id: Look }
    | { readonly kind: 'style'; readonly id: Exclude<Style, 'natural'> }
    | { readonly kind: 'design'; readonly id: Design }
  );
export type EffectKind = Effect['kind'];

const LOOP_RATIO = '4 / 5';
const styled: Readonly<Partial<Record<Style, string>>> = shown.styles;
const ratios: Readonly<Partial<Record<Design, string>>> = shown.designs;

const isStyling = (style: Style): style is Exclude<Style, 'natural'> => style !== 'natural';

const templates: readonly Effect[] = definitionOf('video.createVideoByTemplate').options.template.values.map((id) => ({
  kind: 'template',
  id,
  procedure: 'video.createVideoByTemplate',
  poster: `/effects/${id}.webp`,
  video: `/effects/${id}.mp4`,
  ratio: LOOP_RATIO,
  pro: PRO_TEMPLATES.includes(id),
}));
const looks: readonly Effect[] = definitionOf('anime.createAnimatedVideo').options.look.values.map((id) => ({
  kind: 'look',
  id,
  procedure: 'anime.createAnimatedVideo',
  poster: `/effects/look-${id}.webp`,
  video: `/effects/look-${id}.mp4`,
  ratio: LOOP_RATIO,
  pro: false,
}));
const styles: readonly Effect[] = STYLES.filter(isStyling).map((id) => ({
  kind: 'style',
  id,
  procedure: 'image2Image.create',
  poster: `/effects/style-${id}.webp`,
  before: `/effects/${styled[id] ?? 'lake'}-thumb.webp`,
  ratio: LOOP_RATIO,
  pro: false,
}));
const designs: readonly Effect[] = definitionOf('template2Image.create').options.design.values.map((id) => ({
  kind: 'design',
  id,
  procedure: 'template2Image.create',
  poster: `/effects/design-${id}.webp`,
  ratio: ratios[id] ?? LOOP_RATIO,
  pro: false,
}));

/** All effects by kind, in the order of display. */
export const EFFECTS: Readonly<Record<EffectKind, readonly Effect[]>> = {
  template: templates,
  look: looks,
  style: styles,
  design: designs,
};

/** The template with an id. */
export const templateOf = (id: unknown): Effect | undefined => templates.find((one) => one.id === id);

/** A link to the effect's form with the effect chosen. The form's option has the name of the kind. */
export const effectHref = ({ kind, id, procedure }: Effect) => ({
  pathname: toolOf(procedure).href,
  query: { [kind]: id },
});

/** The effect pages, each with its kinds and address. */
export const EFFECT_PAGES = {
  all: { href: '/ai-effects', kinds: ['template', 'style', 'look', 'design'] },
  video: { href: '/video-effects', kinds: ['template', 'look'] },
  photo: { href: '/photo-effects', kinds: ['style', 'design'] },
  pro: { href: '/pro-effects', kinds: ['template'] },
} as const satisfies Readonly<Record<string, { readonly href: string; readonly kinds: readonly EffectKind[] }>>;
export type EffectPage = keyof typeof EFFECT_PAGES;

/** The effects of a kind on a page. */
export const effectsOn = (page: EffectPage, kind: EffectKind): readonly Effect[] =>
  EFFECTS[kind].filter(({ pro }) => page !== 'pro' || pro);
