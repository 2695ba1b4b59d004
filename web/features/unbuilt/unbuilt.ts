import { ANIMATE, CREDITS, EXPLORE, IMAGE, TOOL_PLACES, TOOLS, VIDEO, type Area, type Place } from '@/features/shell/areas';

/** Areas of specification section 2 whose feature does not exist. */
export type UnbuiltId = 'aiAvatar' | 'aiEffects' | 'aiShorts' | 'videoEffects' | 'proEffects' | 'loras' | 'api' | 'referFriend';

const tool = (id: Place['id']): readonly Place[] => TOOL_PLACES.filter((place) => place.id === id);

/** Where each leads on to: what exists and comes nearest. */
export const WAYS_ON: { readonly [Id in UnbuiltId]: readonly (Area | Place)[] } = {
  aiAvatar: [ANIMATE, ...tool('backgroundChanger'), IMAGE],
  aiEffects: [...tool('restyle'), ANIMATE, TOOLS],
  aiShorts: [VIDEO, ANIMATE, EXPLORE],
  videoEffects: [VIDEO, ANIMATE, EXPLORE],
  proEffects: [...TOOL_PLACES],
  loras: [IMAGE, ...tool('restyle'), EXPLORE],
  api: [IMAGE, VIDEO, TOOLS],
  referFriend: [IMAGE, EXPLORE, CREDITS],
};

/** Their routes, without language prefix. A folder of its own under `app/[locale]` takes the place of a route here. */
export const UNBUILT_ROUTES: Readonly<Record<string, UnbuiltId>> = {
  '/ai-avatar': 'aiAvatar',
  '/ai-effects': 'aiEffects',
  '/ai-shorts': 'aiShorts',
  '/api-platform/explore': 'api',
  '/app/pro-effects': 'proEffects',
  '/lora-detail': 'loras',
  '/loras': 'loras',
  '/pro-effects': 'proEffects',
  '/refer-a-friend': 'referFriend',
  '/video-effects': 'videoEffects',
};

/** Which area is at a path; undefined where none is. */
export const unbuiltAt = (path: string): UnbuiltId | undefined => (Object.hasOwn(UNBUILT_ROUTES, path) ? UNBUILT_ROUTES[path] : undefined);
