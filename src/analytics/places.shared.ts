import { DEFINITIONS, definitionOf, type ProcedureName } from '../creation/procedures/registry.shared.js';

/** Areas of the site as named in events; `other` covers all remaining pages, such as sign-in. */
export const AREAS = [
  'home',
  'explore',
  'projects',
  'my_creations',
  'ai_video',
  'ai_image',
  'ai_avatar',
  'ai_effects',
  'ai_shorts',
  'video_effects',
  'photo_effects',
  'ai_tools',
  'pricing',
  'api',
  'billing',
  'refer_a_friend',
  'contact_us',
  'profile',
  'account_settings',
  'logout',
  'other',
] as const;
export type AnalyticsArea = (typeof AREAS)[number];

/** By the first one or two parts of a path; the longer match wins. */
const AREA_OF_PATH: Readonly<Record<string, AnalyticsArea>> = {
  '': 'home',
  home: 'home',
  explore: 'explore',
  all: 'explore',
  'tag-detail': 'explore',
  v: 'explore',
  projects: 'projects',
  creations: 'my_creations',
  video: 'ai_video',
  image: 'ai_image',
  loras: 'ai_image',
  'lora-detail': 'ai_image',
  'app/image-generators': 'ai_image',
  'ai-avatar': 'ai_avatar',
  'ai-product-avatar': 'ai_avatar',
  'ai-effects': 'ai_effects',
  'pro-effects': 'ai_effects',
  'app/pro-effects': 'ai_effects',
  'ai-shorts': 'ai_shorts',
  'video-effects': 'video_effects',
  'photo-effects': 'photo_effects',
  tools: 'ai_tools',
  'app/tool': 'ai_tools',
  'app/image-tools': 'ai_tools',
  pricing: 'pricing',
  'api-platform': 'api',
  credits: 'billing',
  billing: 'billing',
  refer: 'refer_a_friend',
  'refer-a-friend': 'refer_a_friend',
  'contact-us': 'contact_us',
  profile: 'profile',
  account: 'account_settings',
  logout: 'logout',
};

/**
 * The area of a page.
 * @param path without language prefix; the query is ignored
 */
export function areaOf(path: string): AnalyticsArea {
  const [first = '', second = ''] = (path.split(/[?#]/)[0] ?? '').split('/').filter((part) => part !== '');
  const found = [`${first}/${second}`, first].find((key) => Object.hasOwn(AREA_OF_PATH, key));
  return (found === undefined ? undefined : AREA_OF_PATH[found]) ?? 'other';
}

/** The create flows and their sub-modes. */
export const FLOWS = ['easy', 'canvas'] as const;
export type Flow = (typeof FLOWS)[number];
export const SUB_MODES = [
  'image_to_video',
  'text_to_video',
  'video_to_video',
  'text_to_image',
  'image_to_image',
  'ai_avatar',
  'mimic_motion',
  'chat_to_image',
  'ai_shorts',
] as const;
export type SubMode = (typeof SUB_MODES)[number];

/** What a form creates: a sub-mode of the create flow, or a separate tool. */
export type FormType = SubMode | (typeof DEFINITIONS)[number]['formType'];
export const FORM_TYPES: readonly FormType[] = [
  ...new Set<FormType>([...SUB_MODES, ...DEFINITIONS.map(({ formType }) => formType)]),
];

/**
 * Form type of a creation on a board: `chat_to_image` for every turn of a conversation, otherwise the type of its form.
 */
export const formTypeOfNode = ({
  procedure,
  turn,
}: {
  readonly procedure: ProcedureName;
  readonly turn?: number | undefined;
}): FormType => (turn === undefined ? formTypeOf(procedure) : 'chat_to_image');

/** The form type of a creation call. */
export const formTypeOf = (procedure: ProcedureName): FormType => definitionOf(procedure).formType;
