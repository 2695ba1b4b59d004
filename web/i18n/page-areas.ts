/** Message areas of the shell, on every page. */
export const FRAME_AREAS: readonly string[] = ['common', 'faults'];

/** Areas of the toasts, loaded with them. */
export const NOTICE_AREAS: readonly string[] = ['errors', 'uploads'];

/** Areas of the bar for an outstanding payment, loaded with it. */
export const OUTSTANDING_AREAS: readonly string[] = ['billing', 'errors', 'uploads'];

/** Areas of the consent bar, loaded with it. */
export const CONSENT_AREAS: readonly string[] = ['consent'];

/** Areas of the bell, loaded with it. */
export const BELL_AREAS: readonly string[] = ['errors', 'notices', 'uploads'];

/** Areas of the palette, loaded with it. */
export const PALETTE_AREAS: readonly string[] = ['tools'];

/** Areas of all popups, loaded with the first one. */
export const POPUP_AREAS: readonly string[] = [
  'account',
  'billing',
  'contact',
  'creations',
  'credits',
  'errors',
  'image',
  'instruments',
  'invites',
  'options',
  'popups',
  'pricing',
  'projects',
  'reports',
  'rewards',
  'tools',
  'ui',
  'uploads',
  'video',
  'works',
];

/** Areas of the watch for invite links, loaded with it. */
export const INVITE_AREAS: readonly string[] = ['errors', 'invites', 'uploads'];

/** Areas of the image choices on the home page, loaded with them. */
export const IMAGE_AREAS: readonly string[] = ['errors'];

const MAKING: readonly string[] = [
  'effects',
  'errors',
  'image',
  'instruments',
  'models',
  'options',
  'projects',
  'tools',
  'ui',
  'uploads',
  'video',
];
const ACCOUNT: readonly string[] = ['account', 'errors', 'ui', 'uploads'];
const EFFECTS: readonly string[] = ['effects', 'errors', 'image', 'options', 'tools', 'ui', 'uploads'];
const WAYS: readonly string[] = ['ways', ...EFFECTS];
const EXPLORE: readonly string[] = ['errors', 'explore', 'home', 'image', 'tools', 'ui', 'uploads'];
const ADMIN: readonly string[] = ['admin', 'errors', 'ui', 'uploads'];

/**
 * Message areas of a page besides the shell's, by path without language. Subpaths inherit them.
 * `test/rules/page-words.test.ts` checks that each page's areas are here, and that a layout sends them.
 */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  '/_ui': ['credits', 'errors', 'image', 'ui'],
  '/': ['home', 'image', 'tools', 'ui', 'uploads'],
  '/account': ['consent', ...ACCOUNT],
  '/account/decisions': ['cases', 'works', ...ACCOUNT],
  '/admin': ADMIN,
  '/admin/analytics': ['analytics', 'finance', ...ADMIN],
  '/admin/catalogue': ['catalogue', 'image', 'options', ...ADMIN],
  '/admin/engines': ['tools', ...ADMIN],
  '/admin/first': ['account', ...ADMIN],
  '/admin/messages': ['contact', ...ADMIN],
  '/admin/moderation': ['policy', ...ADMIN],
  '/admin/reports': ['cases', 'reports', 'tools', 'works', ...ADMIN],
  '/admin/works': ['policy', 'works', ...ADMIN],
  '/ai-avatar': ['avatar', ...MAKING],
  '/ai-effects': EFFECTS,
  '/ai-shorts': MAKING,
  '/all': EXPLORE,
  '/api-platform/explore': ['api', ...ACCOUNT],
  '/app/image-generators': ['models', ...WAYS],
  '/app/image-tools': WAYS,
  '/app/pro-effects': EFFECTS,
  '/app/tool': WAYS,
  '/billing': ['billing', 'errors', 'ui', 'uploads'],
  '/canvas': ['canvas', ...MAKING],
  '/contact-us': ['contact', 'errors', 'ui', 'uploads'],
  '/creations': [
    'creations',
    'credits',
    'errors',
    'image',
    'instruments',
    'options',
    'projects',
    'tools',
    'ui',
    'uploads',
    'video',
    'works',
  ],
  '/credits': ['credits', 'errors', 'ui', 'uploads'],
  '/explore': EXPLORE,
  '/finance': ['credits', 'errors', 'finance', 'uploads'],
  '/forgot-password': ACCOUNT,
  '/home': ['home', 'image', 'tools', 'ui', 'uploads'],
  '/image': MAKING,
  '/logout': ACCOUNT,
  '/lora-detail': ['errors', 'loras', 'tools', 'ui', 'uploads'],
  '/loras': ['errors', 'loras', 'ui', 'uploads'],
  '/notifications': ['errors', 'notices', 'uploads'],
  '/photo-effects': EFFECTS,
  '/pricing': ['pricing', 'ui'],
  '/privacy': ['legal'],
  '/pro-effects': EFFECTS,
  '/profile': ['errors', 'profile', 'ui', 'uploads'],
  '/projects': [
    'creations',
    'credits',
    'errors',
    'image',
    'instruments',
    'options',
    'projects',
    'tools',
    'ui',
    'uploads',
    'video',
    'works',
  ],
  '/refer-a-friend': ['account', 'errors', 'invites', 'ui', 'uploads'],
  '/reset-password': ACCOUNT,
  '/rewards': ['account', 'errors', 'rewards', 'ui', 'uploads'],
  '/sign-in': ACCOUNT,
  '/sign-in-google': ACCOUNT,
  '/sign-up': ACCOUNT,
  '/tag-detail': ['errors', 'explore', 'ui', 'uploads'],
  '/terms': ['legal'],
  '/trust': ['trust'],
  '/tools': MAKING,
  '/u': ['errors', 'explore', 'ui', 'uploads'],
  '/v': ['errors', 'ui', 'uploads', 'works'],
  '/verify-email': ACCOUNT,
  '/video': MAKING,
  '/video-effects': EFFECTS,
};

/** All paths with separate areas. */
export const PATHS_WITH_WORDS: readonly string[] = Object.keys(PAGES);

/** Areas claimed by some page. All others go with every page. */
export const CLAIMED_AREAS: ReadonlySet<string> = new Set([
  ...FRAME_AREAS,
  ...NOTICE_AREAS,
  ...POPUP_AREAS,
  ...Object.values(PAGES).flat(),
]);

/** Maximum number of cached paths. */
export const CACHED_PATHS = 500;
const known = new Map<string, readonly string[]>();

function lookUp(path: string): readonly string[] {
  for (let at = path; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const areas = Object.hasOwn(PAGES, at) ? PAGES[at] : undefined;
    if (areas !== undefined) return areas;
  }
  return [];
}

/**
 * The message areas of a page besides the shell's. Caches the answers of recent paths.
 * @param path without language prefix, e.g. `/tools/upscaler`
 * @returns an empty list for an unknown path
 */
export function areasOf(path: string): readonly string[] {
  const areas = known.get(path) ?? lookUp(path);
  // A Map keeps insertion order, so the least recently used path is first.
  known.delete(path);
  known.set(path, areas);
  if (known.size > CACHED_PATHS)
    for (const oldest of known.keys()) {
      known.delete(oldest);
      break;
    }
  return areas;
}

/** Number of cached paths, for a test of the limit. */
export const cachedPaths = (): number => known.size;
