import { DEFINITIONS } from '../../src/creation/procedures/registry.shared.js';

/** What an address answers with. English stands at the root; every other language has the same under its prefix. */
export type RouteAnswer =
  /** A page; `title` is the key of its words, of the product's name alone on the first page. */
  | {
      readonly kind: 'page';
      readonly title: string;
      /** Whether search engines may list it; one without a person in it. */
      readonly indexed: boolean;
    }
  /** Another address. */
  | { readonly kind: 'moved'; readonly to: string }
  /** Nothing: 404. */
  | { readonly kind: 'missing' };

const page = (title: string): RouteAnswer => ({ kind: 'page', title, indexed: true });
/** For one person alone, or not there yet: not for search engines. */
const unlisted = (title: string): RouteAnswer => ({ kind: 'page', title, indexed: false });
const moved = (to: string): RouteAnswer => ({ kind: 'moved', to });
const missing: RouteAnswer = { kind: 'missing' };

/**
 * The pages of the creation calls that have one of their own. `/image`, `/video` and `/ai-shorts` have titles of their
 * own.
 */
const TOOL_PAGES: Readonly<Record<string, RouteAnswer>> = Object.fromEntries(
  DEFINITIONS.filter(({ href }) => href.startsWith('/tools/') || href === '/video/animate').map(({ href, key }) => [
    href,
    page(`tools.names.${key}`),
  ]),
);

/** Every route of the product. A new page that is no creation call has its line here. */
export const ROUTES: Readonly<Record<string, RouteAnswer>> = {
  '/': page('common.title'),
  '/home': page('common.title'),
  '/explore': page('explore.title'),
  '/image': page('image.title'),
  '/video': page('video.title'),
  '/tools': page('tools.title'),
  ...TOOL_PAGES,
  '/ai-avatar': page('avatar.title'),
  '/ai-effects': page('effects.titles.all'),
  '/ai-shorts': page('common.areas.shortsLong'),
  '/video-effects': page('effects.titles.video'),
  '/photo-effects': page('effects.titles.photo'),
  '/pro-effects': page('effects.titles.pro'),
  '/app/pro-effects': page('effects.titles.pro'),
  '/all': page('explore.every.title'),
  '/app/tool': page('ways.titles.all'),
  '/app/image-tools': page('ways.titles.imageTools'),
  '/app/image-generators': page('ways.titles.generators'),
  '/canvas': page('canvas.title'),
  '/projects': page('projects.title'),
  '/projects/0197a000-0000-7000-8000-000000000000': unlisted('projects.title'),
  '/creations': page('creations.title'),
  '/credits': page('credits.title'),
  '/pricing': page('pricing.title'),
  '/billing': unlisted('billing.title'),
  '/account': unlisted('account.page.title'),
  '/account/decisions': unlisted('cases.decisions.title'),
  '/sign-in': unlisted('account.signIn.title'),
  '/sign-in-google': unlisted('account.google.title'),
  '/sign-up': unlisted('account.signUp.title'),
  '/forgot-password': unlisted('account.forgot.title'),
  '/reset-password': unlisted('account.reset.title'),
  '/verify-email': unlisted('account.verify.title'),
  '/logout': unlisted('account.logout.title'),
  '/profile': unlisted('profile.title'),
  '/rewards': page('rewards.title'),
  '/refer-a-friend': page('invites.title'),
  '/notifications': unlisted('notices.title'),
  '/contact-us': page('contact.title'),
  '/loras': page('loras.title'),
  '/lora-detail': unlisted('loras.one'),
  '/tag-detail': unlisted('explore.tag.unknown'),
  '/terms': page('legal.terms.title'),
  '/privacy': page('legal.privacy.title'),
  '/trust': page('trust.title'),
  '/api-platform/explore': page('api.title'),
  '/admin': unlisted('admin.title'),
  '/admin/analytics': unlisted('analytics.title'),
  '/admin/catalogue': unlisted('catalogue.title'),
  '/admin/engines': unlisted('admin.engines.title'),
  '/admin/first': unlisted('admin.first.title'),
  '/admin/log': unlisted('admin.log.title'),
  '/admin/mail': unlisted('admin.mail.title'),
  '/admin/messages': unlisted('contact.admin.title'),
  '/admin/moderation': unlisted('policy.title'),
  '/admin/reports': unlisted('cases.title'),
  '/admin/works': unlisted('works.review.title'),
  '/finance': unlisted('finance.views.balance'),

  '/tools/shorts': moved('/ai-shorts'),
  '/ai-product-avatar': moved('/ai-avatar'),
  '/ai-image': moved('/image'),
  '/ai-video': moved('/video'),
  '/ai-tools': moved('/tools'),
  '/my-creations': moved('/creations'),
  '/refer-friend': moved('/refer-a-friend'),
  '/account-settings': moved('/account'),

  '/v/no-such-work': missing,
  '/v': missing,
  '/u/no-such-author': missing,
  '/u': missing,
  '/no-such-page': missing,
  '/app': missing,
  '/api-platform': missing,
  '/tools/no-such-tool': missing,
};

/** What `test/e2e/screens` looks at in English and Arabic, in several widths and themes. */
export const SCREENS = [
  '/',
  '/image',
  '/tools',
  '/ai-avatar',
  '/ai-shorts',
  '/ai-effects',
  '/video-effects',
  '/photo-effects',
  '/pro-effects',
  '/app/tool',
  '/app/image-tools',
  '/app/pro-effects',
  '/tools/upscaler',
  '/tools/object-remover',
  '/tools/painting',
  '/tools/background-remover',
  '/tools/background-changer',
  '/tools/uncrop',
  '/tools/subtitle-remover',
  '/tools/video-background-remover',
  '/tools/video-object-remover',
  '/tools/video-extender',
  '/tools/video-upscaler',
  '/tools/video-face-swap',
  '/tools/sound-effects',
  '/tools/video-restyle',
  '/tools/face-swap',
  '/tools/lip-sync',
  '/tools/video-effects',
  '/tools/subjects',
  '/tools/animation',
  '/tools/templates',
  '/tools/product-picture',
  '/tools/fitting',
  '/tools/animate-to',
  '/tools/shots',
  '/tools/restyle',
  '/video',
  '/video/animate',
  '/canvas',
  '/projects',
  '/creations',
  '/credits',
  '/no-such-page',
  '/tools/edit',
  '/tools/mimic-motion',
] as const;

/** Pages of which it checks only the Arabic text. */
export const SCREENS_IN_WORDS = [
  '/explore',
  '/pricing',
  '/contact-us',
  '/notifications',
  '/account',
  '/profile',
  '/rewards',
  '/refer-a-friend',
  '/app/image-generators',
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/terms',
  '/privacy',
  '/trust',
] as const;
