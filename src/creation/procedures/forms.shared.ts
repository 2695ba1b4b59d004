import { ANIME_LOOKS, BEDS, BEHINDS, FILM_TEMPLATES, OWN_SOUNDS, SPOKEN_LANGUAGES, STYLES, VOICES } from '../../engine/options.shared.js';
import { ARRANGEMENTS, CAMERAS, EASINGS, FITS, MOTIONS, PALETTES, TEMPLATE_NAMES, TRANSITIONS, VIDEO_SECONDS } from '../../engine/sizes.shared.js';
import { EDIT, EMPTY_TIMELINE, readTimeline, type Timeline } from '../../engine/timeline.shared.js';

/**
 * What a creation call asks for, as data: words, what it is made from, and what can be set. The server's schemas, the stored
 * task and the form in the browser all follow from it. A call whose settings are plain values needs nothing more than its line here,
 * how large its result is (`plan.shared.ts`) and who makes it (`engine/make.ts`).
 */

/** What can be given to a creation. */
export const GIVEN_KINDS = ['image', 'video', 'audio'] as const;
export type GivenKind = (typeof GIVEN_KINDS)[number];

/** What a stored file is, by its media type. */
export const kindOf = (type: string): GivenKind => (type.startsWith('video/') ? 'video' : type.startsWith('audio/') ? 'audio' : 'image');

/** A place for something that a creation is made from. */
export interface Slot {
  readonly takes: readonly GivenKind[];
  /** How many it needs, and how many it has room for. */
  readonly least: number;
  readonly most: number;
}

/** Something that can be set, and what it is before anybody has. */
export type Option =
  | { readonly kind: 'choice'; readonly of: readonly (string | number)[]; readonly first: string | number }
  | { readonly kind: 'range'; readonly least: number; readonly most: number; /** 1 for whole numbers. */ readonly step: number; readonly first: number }
  | { readonly kind: 'text'; /** Letters at most; `least` 1 where something must be there. */ readonly most: number; readonly least: 0 | 1; readonly lines: 'one' | 'many' }
  | { readonly kind: 'switch'; readonly first: boolean }
  | { readonly kind: 'timeline' };

/** What a call asks for. */
export interface Form {
  /** What comes of it; `either` is what its picture or video is. */
  readonly makes: 'image' | 'video' | 'either';
  /** Whether it takes a prompt. */
  readonly words: 'none' | 'may' | 'must';
  /** Needs nothing of all that it takes by itself, and yet something: words, or something given. */
  readonly either?: true;
  /** Whether another seed makes another result. */
  readonly seeded: boolean;
  /** Whether several may be asked for at once, one to four. */
  readonly several: boolean;
  /** Works on a person's likeness: whoever asks for it declares that the person consents. */
  readonly likeness?: true;
  readonly slots: Readonly<Partial<Record<SlotName, Slot>>>;
  readonly options: Readonly<Record<string, Option>>;
}

export const SLOT_NAMES = ['image', 'target', 'video', 'mask', 'background', 'end', 'face', 'garment', 'subject', 'clip', 'audio'] as const;
export type SlotName = (typeof SLOT_NAMES)[number];

/** What something that is given is for: its slot, with its number where a slot has room for several. */
export const SOURCE_ROLES = [
  'image', 'target', 'mask', 'background', 'end', 'face', 'garment', 'video', 'audio',
  'subject-1', 'subject-2', 'subject-3', 'subject-4', 'clip-1', 'clip-2', 'clip-3', 'clip-4', 'clip-5', 'clip-6', 'clip-7', 'clip-8',
] as const;
export type SourceRole = (typeof SOURCE_ROLES)[number];

/** The roles of a slot, in order. */
export function rolesOf(name: SlotName, { most }: Pick<Slot, 'most'>): readonly SourceRole[] {
  return SOURCE_ROLES.filter((role) => role === name || role.startsWith(`${name}-`)).slice(0, most);
}

/** The places of clips, in order. */
export const CLIP_ROLES = rolesOf('clip', { most: EDIT.clips });

/** The slot that a role is of. */
export const slotOf = (role: SourceRole): SlotName => SLOT_NAMES.find((name) => role === name || role.startsWith(`${name}-`)) ?? 'image';

/** Exactly one of a kind. */
const one = (...takes: readonly GivenKind[]) => ({ takes, least: 1, most: 1 }) as const;

const BARE = { makes: 'image', words: 'none', seeded: false, several: false, options: {} } as const;
const FILM = { ...BARE, makes: 'video', seeded: true } as const;

/** Calls whose settings are of shapes of their own: `OwnParams` of `picture.shared.ts`. */
export const OWN_FORMS = {
  'text2Image.create': { ...BARE, words: 'must', seeded: true, several: true, slots: {} },
  'image2Image.create': { ...BARE, words: 'may', seeded: true, several: true, slots: { image: one('image') } },
  'imageTools.upscale': { ...BARE, slots: { image: one('image') } },
  'imageTools.objectRemover': { ...BARE, slots: { image: one('image'), mask: one('image') } },
  'imageTools.painting': { ...BARE, words: 'must', seeded: true, slots: { image: one('image'), mask: one('image') } },
  'imageTools.backgroundRemover': { ...BARE, slots: { image: one('image') } },
  // Words or a picture, by what is to be behind: `wish.ts` and `procedures.shared.ts` know.
  'imageTools.backgroundChanger': { ...BARE, words: 'may', seeded: true, slots: { image: one('image'), background: { takes: ['image'], least: 0, most: 1 } } },
  'video.createVideoByText': { ...FILM, words: 'must', slots: {} },
  'video.createVideoByImage': { ...FILM, slots: { image: one('image') } },
} as const satisfies Readonly<Record<string, Form>>;

/** Pixels by which one side of a picture may grow at most. */
const GROWTH = { kind: 'range', least: 0, most: 4_096, step: 1, first: 0 } as const;

/** A part of a camera's path: a share of the farthest, one way or the other. */
const WAY = { kind: 'range', least: -1, most: 1, step: 0.05, first: 0 } as const;

/** What can be set for films that have a shape of their own. */
const SHAPE = { kind: 'choice', of: ['1:1', '4:5', '3:2', '16:9', '9:16'], first: '16:9' } as const;
const SECONDS = { kind: 'choice', of: VIDEO_SECONDS, first: 5 } as const;
const RESOLUTION = { kind: 'choice', of: ['480p', '720p', '1080p'], first: '720p' } as const;

/** Calls that are described here whole. */
export const PLAIN_FORMS = {
  'imageTools.uncrop': { ...BARE, slots: { image: one('image') }, options: { left: GROWTH, top: GROWTH, right: GROWTH, bottom: GROWTH } },
  'aiShorts.create': {
    ...FILM, words: 'must', slots: {},
    options: {
      style: { kind: 'choice', of: STYLES, first: 'natural' }, language: { kind: 'choice', of: SPOKEN_LANGUAGES, first: 'en' }, voice: { kind: 'choice', of: VOICES, first: 'woman' },
      captions: { kind: 'switch', first: true }, seconds: { kind: 'choice', of: [10, 20, 30], first: 20 },
    },
  },
  // With a video, its sound; without one, a film of the same words.
  'audioVideo.createAudioVideo': {
    ...FILM, words: 'must', slots: { video: { takes: ['video'], least: 0, most: 1 } },
    options: { ownSound: { kind: 'choice', of: OWN_SOUNDS, first: 'keep' }, seconds: { kind: 'choice', of: [3, 5, 8, 10], first: 5 } },
  },
  'imageTools.faceSwap': { ...BARE, likeness: true, slots: { image: one('image'), face: one('image') }, options: { faces: { kind: 'choice', of: ['largest', 'all'], first: 'largest' } } },
  // What is said is words, or a recording: then no words are needed. A picture becomes a film of `seconds`, or as long as the recording; a film keeps its length.
  'lipSync.createLipSyncTask': {
    ...FILM, words: 'may', likeness: true, slots: { face: one('image', 'video'), audio: { takes: ['audio'], least: 0, most: 1 } },
    options: { language: { kind: 'choice', of: SPOKEN_LANGUAGES, first: 'en' }, voice: { kind: 'choice', of: VOICES, first: 'woman' }, seconds: SECONDS },
  },
  // A picture or a video; what comes of it is the same.
  'task.createFaceSwapTask': { ...BARE, makes: 'either', likeness: true, slots: { target: one('image', 'video'), face: one('image') }, options: { faces: { kind: 'choice', of: ['largest', 'all'], first: 'largest' } } },
  'template2Image.modelFitting': { ...BARE, likeness: true, slots: { image: one('image'), garment: one('image') }, options: { fit: { kind: 'choice', of: FITS, first: 'regular' } } },
  'video.createActionImitation': {
    ...FILM, seeded: false, likeness: true, slots: { image: one('image'), video: one('video') }, options: { reach: { kind: 'range', least: 0.5, most: 1.5, step: 0.25, first: 1 } },
  },
  'video.createVideoByVideo': { ...FILM, slots: { video: one('video') }, options: { style: { kind: 'choice', of: STYLES.filter((style) => style !== 'natural'), first: 'watercolour' }, strength: { kind: 'range', least: 0.1, most: 1, step: 0.05, first: 0.7 } } },
  'video.videoExtender': { ...FILM, seeded: false, slots: { video: one('video') }, options: { added: { kind: 'choice', of: [3, 5, 8, 10], first: 5 } } },
  // Widths of the specification's section 5, 640 to 3840.
  'video.upscaleVideo': { ...BARE, makes: 'video', slots: { video: one('video') }, options: { width: { kind: 'choice', of: [640, 960, 1_280, 1_920, 2_560, 3_840], first: 1_920 } } },
  // The mask is as large as the video, white where something goes from its first frame on.
  'video.videoObjectRemover': { ...BARE, makes: 'video', slots: { video: one('video'), mask: one('image') }, options: {} },
  'videoTools.videoBackgroundRemover': { ...BARE, makes: 'video', slots: { video: one('video'), background: { takes: ['image'], least: 0, most: 1 } }, options: { behind: { kind: 'choice', of: BEHINDS, first: 'studio' } } },
  'videoTools.videoSubtitlesRemove': { ...BARE, makes: 'video', slots: { video: one('video') }, options: { where: { kind: 'choice', of: ['auto', 'bottom', 'top'], first: 'auto' } } },
  'video.createVideoByTemplate': {
    ...FILM, slots: { subject: { takes: ['image'], least: 1, most: 4 } },
    options: { template: { kind: 'choice', of: FILM_TEMPLATES, first: 'zoom-burst' }, aspect: SHAPE, seconds: SECONDS, resolution: RESOLUTION },
  },
  'video.createVideoBySubjects': { ...FILM, words: 'must', slots: { subject: { takes: ['image'], least: 1, most: 4 } }, options: { aspect: SHAPE, seconds: SECONDS, resolution: RESOLUTION } },
  // With pictures a shot of each; without one, shots of the words.
  'anime.createAnimatedVideo': {
    ...FILM, words: 'may', either: true, slots: { subject: { takes: ['image'], least: 0, most: 4 } },
    options: { look: { kind: 'choice', of: ANIME_LOOKS, first: 'cel' }, hold: { kind: 'choice', of: [2, 3], first: 2 }, aspect: SHAPE, seconds: SECONDS, resolution: RESOLUTION },
  },
  'video.createVideoByTextV2': {
    ...FILM, words: 'must', slots: {},
    options: {
      style: { kind: 'choice', of: STYLES, first: 'natural' }, camera: { kind: 'choice', of: MOTIONS, first: 'zoom-in' }, shots: { kind: 'range', least: 1, most: 4, step: 1, first: 2 },
      transition: { kind: 'choice', of: TRANSITIONS, first: 'dissolve' }, sound: { kind: 'switch', first: true }, aspect: SHAPE, seconds: SECONDS, resolution: RESOLUTION,
    },
  },
  'video.createVideoByImageV2': {
    ...FILM, seeded: false, slots: { image: one('image'), end: { takes: ['image'], least: 0, most: 1 } },
    // The parts of a path count where the camera is on one; what was made before there were paths has none.
    options: {
      camera: { kind: 'choice', of: CAMERAS, first: 'zoom-in' }, reach: { kind: 'range', least: 0.5, most: 1.5, step: 0.25, first: 1 },
      across: WAY, up: WAY, closer: WAY, roll: WAY, easing: { kind: 'choice', of: EASINGS, first: 'smooth' }, seconds: SECONDS, resolution: RESOLUTION,
    },
  },
  // Clips in the order in which they are given, or as their timeline cuts them.
  'videoEdit.createVideoEdit': {
    ...BARE, makes: 'video', slots: { clip: { takes: ['video', 'image'], least: 1, most: EDIT.clips } },
    options: {
      timeline: { kind: 'timeline' }, aspect: SHAPE, resolution: RESOLUTION, framing: { kind: 'choice', of: ['fill', 'whole'], first: 'fill' },
      loud: { kind: 'range', least: 0, most: 1, step: 0.05, first: 1 }, bed: { kind: 'choice', of: ['none', ...BEDS], first: 'none' }, bedLoud: { kind: 'range', least: 0.1, most: 1, step: 0.05, first: 0.4 },
    },
  },
  'template2Image.create': {
    ...BARE, slots: { image: { takes: ['image'], least: 0, most: 1 } },
    options: {
      design: { kind: 'choice', of: TEMPLATE_NAMES, first: 'sale' }, palette: { kind: 'choice', of: PALETTES, first: 'coral' },
      headline: { kind: 'text', most: 90, least: 1, lines: 'one' }, sub: { kind: 'text', most: 120, least: 0, lines: 'one' }, line: { kind: 'text', most: 400, least: 0, lines: 'many' },
    },
  },
  // With words, a scene of them behind the product; without, a studio in the palette's colours.
  'template2Image.productPromotionalImage': {
    ...BARE, words: 'may', seeded: true, slots: { image: one('image') },
    options: {
      headline: { kind: 'text', most: 60, least: 1, lines: 'one' }, sub: { kind: 'text', most: 90, least: 0, lines: 'one' },
      arrangement: { kind: 'choice', of: ARRANGEMENTS, first: 'centre' }, palette: { kind: 'choice', of: PALETTES, first: 'coral' },
      plinth: { kind: 'switch', first: true }, aspect: { ...SHAPE, first: '4:5' },
    },
  },
} as const satisfies Readonly<Record<string, Form>>;

export type OwnName = keyof typeof OWN_FORMS;
/** A call that `PLAIN_FORMS` describes whole. */
export type PlainName = keyof typeof PLAIN_FORMS;
/** A creation call that is served (specification section 7). */
export type ProcedureName = OwnName | PlainName;

/** What each call asks for. */
export const FORMS: Readonly<Record<ProcedureName, Form>> = { ...OWN_FORMS, ...PLAIN_FORMS };

/** The creation calls that are served (specification section 7). */
export const PROCEDURES: readonly ProcedureName[] = [...ownNames(), ...plainNames()];

// Object.keys forgets the type of the keys.
function ownNames(): readonly OwnName[] {
  return Object.keys(OWN_FORMS) as OwnName[];
}

/** The calls of `PLAIN_FORMS`. */
export function plainNames(): readonly PlainName[] {
  return Object.keys(PLAIN_FORMS) as PlainName[];
}

/** Whether a call is one of `PLAIN_FORMS`. */
export const isPlain = (procedure: ProcedureName): procedure is PlainName => Object.hasOwn(PLAIN_FORMS, procedure);

/** The slots of a form, with their names, in the order of `SLOT_NAMES`. */
export function slotsOf({ slots }: Pick<Form, 'slots'>): readonly (Slot & { readonly name: SlotName })[] {
  return SLOT_NAMES.flatMap((name) => {
    const slot = slots[name];
    return slot === undefined ? [] : [{ name, ...slot }];
  });
}

/** What an option can be set to that has one control. */
export type SetValue = string | number | boolean;
/** What an option can be set to. */
export type OptionValue = SetValue | Timeline;
type ValueOf<O> = O extends { readonly kind: 'choice'; readonly of: readonly (infer V)[] } ? V : O extends { readonly kind: 'range' } ? number : O extends { readonly kind: 'switch' } ? boolean : O extends { readonly kind: 'timeline' } ? Timeline : string;

/** What was set for a plain call. */
export type OptionsOf<P extends PlainName> = { readonly [K in keyof (typeof PLAIN_FORMS)[P]['options']]: ValueOf<(typeof PLAIN_FORMS)[P]['options'][K]> };

/** Pixels that a picture is to grow by on each side. */
export type UncropFrame = OptionsOf<'imageTools.uncrop'>;

/** What sets one creation of a plain call apart from another. */
export type PlainParams = { readonly [P in PlainName]: { readonly procedure: P } & OptionsOf<P> }[PlainName];

/** What an option is before anybody has set it. */
export const firstOf = (option: Option): OptionValue => (option.kind === 'text' ? '' : option.kind === 'timeline' ? EMPTY_TIMELINE : option.first);

/** A value as an option may have it, from one that was stored or typed; nothing where it is none of the option's. */
export function readOption(option: Option, value: unknown): OptionValue | undefined {
  switch (option.kind) {
    case 'choice':
      return option.of.find((one) => one === value || String(one) === value);
    case 'range': {
      const number = typeof value === 'string' && value !== '' ? Number(value) : value;
      const fits = typeof number === 'number' && number >= option.least && number <= option.most && (option.step !== 1 || Number.isInteger(number));
      return fits ? number : undefined;
    }
    case 'text':
      return typeof value === 'string' ? value.slice(0, option.most) : undefined;
    case 'switch':
      return value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined;
    case 'timeline':
      return readTimeline(value);
    default:
      return option satisfies never;
  }
}
