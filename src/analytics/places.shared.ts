import { DEFINITIONS, definitionOf, type ProcedureName } from '../creation/procedures/registry.shared.js';

/** The areas of the site, as events name them; `other` is every page of none, such as that of signing in. */
export const AREAS = [
  'home', 'explore', 'projects', 'my_creations', 'ai_video', 'ai_image', 'ai_avatar', 'ai_effects', 'ai_shorts', 'video_effects', 'photo_effects', 'ai_tools',
  'pricing', 'api', 'billing', 'refer_a_friend', 'contact_us', 'profile', 'account_settings', 'logout', 'other',
] as const;
export type AnalyticsArea = (typeof AREAS)[number];

/** By the first part of a path, or its first two; the longer one counts. */
const AREA_OF_PATH: Readonly<Record<string, AnalyticsArea>> = {
  '': 'home', home: 'home', explore: 'explore', all: 'explore', 'tag-detail': 'explore', v: 'explore', projects: 'projects', creations: 'my_creations',
  video: 'ai_video', image: 'ai_image', loras: 'ai_image', 'lora-detail': 'ai_image', 'app/image-generators': 'ai_image',
  'ai-avatar': 'ai_avatar', 'ai-product-avatar': 'ai_avatar', 'ai-effects': 'ai_effects', 'pro-effects': 'ai_effects', 'app/pro-effects': 'ai_effects', 'ai-shorts': 'ai_shorts',
  'video-effects': 'video_effects', 'photo-effects': 'photo_effects', tools: 'ai_tools', 'app/tool': 'ai_tools', 'app/image-tools': 'ai_tools',
  pricing: 'pricing', 'api-platform': 'api', credits: 'billing', billing: 'billing', refer: 'refer_a_friend', 'refer-a-friend': 'refer_a_friend', 'contact-us': 'contact_us', profile: 'profile', account: 'account_settings', logout: 'logout',
};

/**
 * The area that a page is of.
 * @param path of the page, without its language prefix; what stands after `?` is not looked at
 */
export function areaOf(path: string): AnalyticsArea {
  const [first = '', second = ''] = (path.split(/[?#]/)[0] ?? '').split('/').filter((part) => part !== '');
  const found = [`${first}/${second}`, first].find((key) => Object.hasOwn(AREA_OF_PATH, key));
  return (found === undefined ? undefined : AREA_OF_PATH[found]) ?? 'other';
}

/** The create flows and their sub-modes. */
export const FLOWS = ['easy', 'canvas'] as const;
export type Flow = (typeof FLOWS)[number];
export const SUB_MODES = ['image_to_video', 'text_to_video', 'video_to_video', 'text_to_image', 'image_to_image', 'ai_avatar', 'mimic_motion', 'chat_to_image', 'ai_shorts'] as const;
export type SubMode = (typeof SUB_MODES)[number];

/** What a form makes: a sub-mode of the create flow, or a tool of its own. */
export type FormType = SubMode | (typeof DEFINITIONS)[number]['formType'];
export const FORM_TYPES: readonly FormType[] = [...new Set<FormType>([...SUB_MODES, ...DEFINITIONS.map(({ formType }) => formType)])];

/** What a creation of a board counts as: a turn of a conversation is `chat_to_image`, whichever call it is, and all else what its form is. */
export const formTypeOfNode = ({ procedure, turn }: { readonly procedure: ProcedureName; readonly turn?: number | undefined }): FormType => (turn === undefined ? formTypeOf(procedure) : 'chat_to_image');

/** The form type of a creation call. */
export const formTypeOf = (procedure: ProcedureName): FormType => definitionOf(procedure).formType;
