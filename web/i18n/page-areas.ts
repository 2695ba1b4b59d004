/** Words of the frame, which stands around every page. */
export const FRAME_AREAS: readonly string[] = ['common', 'faults'];

/** Words of the toasts, fetched with what shows them. */
export const NOTICE_AREAS: readonly string[] = ['errors', 'uploads'];

/** Words of the bar that tells of an outstanding payment, fetched with it. */
export const OUTSTANDING_AREAS: readonly string[] = ['billing', 'errors', 'uploads'];

/** Words of the question whether use may be counted, fetched with it. */
export const CONSENT_AREAS: readonly string[] = ['consent'];

/** Words of the bell, fetched with it. */
export const BELL_AREAS: readonly string[] = ['errors', 'notices', 'uploads'];

/** Words of the palette, fetched with it. */
export const PALETTE_AREAS: readonly string[] = ['tools'];

/** Words of all popups, fetched when the first one is asked for. */
export const POPUP_AREAS: readonly string[] = ['account', 'billing', 'contact', 'creations', 'credits', 'errors', 'image', 'instruments', 'options', 'popups', 'pricing', 'projects', 'tools', 'ui', 'uploads', 'video', 'works'];

/** Words of what is fetched when there is an image on the home page. */
export const IMAGE_AREAS: readonly string[] = ['errors'];

const MAKING: readonly string[] = ['effects', 'errors', 'image', 'instruments', 'options', 'projects', 'tools', 'ui', 'uploads', 'video'];
const ACCOUNT: readonly string[] = ['account', 'errors', 'ui', 'uploads'];
const EFFECTS: readonly string[] = ['effects', 'errors', 'image', 'options', 'tools', 'ui', 'uploads'];
const WAYS: readonly string[] = ['ways', ...EFFECTS];
const ADMIN: readonly string[] = ['admin', 'errors', 'ui', 'uploads'];

/**
 * Which words a page is sent besides the frame's, by its path without language; a path below one that stands here has the same.
 * `test/rules/page-words.test.ts` asks for each page's here, and for a layout that sends them.
 */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  '/_ui': ['credits', 'errors', 'image', 'ui'],
  '/': ['home', 'image', 'tools', 'ui', 'uploads'],
  '/account': ['consent', ...ACCOUNT],
  '/admin': ADMIN,
  '/admin/analytics': ['analytics', 'finance', ...ADMIN],
  '/admin/first': ['account', ...ADMIN],
  '/admin/messages': ['contact', ...ADMIN],
  '/admin/works': ['works', ...ADMIN],
  '/ai-avatar': ['avatar', 'models', ...MAKING],
  '/ai-effects': EFFECTS,
  '/ai-shorts': MAKING,
  '/all': WAYS,
  '/app/image-generators': ['models', ...WAYS],
  '/app/image-tools': WAYS,
  '/app/pro-effects': EFFECTS,
  '/app/tool': WAYS,
  '/billing': ['billing', 'errors', 'ui', 'uploads'],
  '/canvas': ['canvas', 'models', ...MAKING],
  '/contact-us': ['contact', 'errors', 'ui', 'uploads'],
  '/creations': ['creations', 'credits', 'errors', 'image', 'instruments', 'options', 'projects', 'tools', 'ui', 'uploads', 'video', 'works'],
  '/credits': ['credits', 'errors', 'ui', 'uploads'],
  '/explore': ['explore', 'home', 'image'],
  '/finance': ['credits', 'errors', 'finance', 'uploads'],
  '/forgot-password': ACCOUNT,
  '/home': ['home', 'image', 'tools', 'ui', 'uploads'],
  '/image': ['models', ...MAKING],
  '/logout': ACCOUNT,
  '/notifications': ['errors', 'notices', 'uploads'],
  '/photo-effects': EFFECTS,
  '/pricing': ['pricing', 'ui'],
  '/pro-effects': EFFECTS,
  '/profile': ['errors', 'profile', 'ui', 'uploads'],
  '/projects': ['creations', 'credits', 'errors', 'image', 'instruments', 'options', 'projects', 'tools', 'ui', 'uploads', 'video', 'works'],
  '/reset-password': ACCOUNT,
  '/sign-in': ACCOUNT,
  '/sign-in-google': ACCOUNT,
  '/sign-up': ACCOUNT,
  '/tools': MAKING,
  '/v': ['errors', 'ui', 'uploads', 'works'],
  '/verify-email': ACCOUNT,
  '/video': MAKING,
  '/video-effects': EFFECTS,
};

/** Words of what is drawn on the server alone, where all are there. */
const SERVER_AREAS: readonly string[] = ['unbuilt'];

/** Every path that has words of its own. */
export const PATHS_WITH_WORDS: readonly string[] = Object.keys(PAGES);

/** Areas that some page has; any other goes with every page. */
export const CLAIMED_AREAS: ReadonlySet<string> = new Set([...FRAME_AREAS, ...NOTICE_AREAS, ...POPUP_AREAS, ...SERVER_AREAS, ...Object.values(PAGES).flat()]);

/** Paths whose areas are kept in memory. */
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
 * The areas of words that a page is sent besides the frame's. Answers are kept for the paths that were asked for last.
 * @param path without language prefix, e.g. `/tools/upscaler`
 * @returns none for a path that no page has
 */
export function areasOf(path: string): readonly string[] {
  const areas = known.get(path) ?? lookUp(path);
  // The Map keeps the order of insertion: the one that was asked for least lately is its first.
  known.delete(path);
  known.set(path, areas);
  if (known.size > CACHED_PATHS) for (const oldest of known.keys()) { known.delete(oldest); break; }
  return areas;
}

/** How many paths are kept; for whoever checks that it has an end. */
export const cachedPaths = (): number => known.size;
