import type { UpgradeReason } from '@/lib/popups/names';

/** An image that the product's own engine has drawn, and where what is open without a plan is found; nowhere else where it is on the page already. */
interface Instead {
  readonly image: string;
  readonly href?: string;
}

/** For each reason to offer a plan: what is possible without one. */
export const PLAN_ALTERNATIVES: Readonly<Record<UpgradeReason, Instead>> = {
  VideoUsage: { image: '/showcase/film-1.webp', href: '/image' },
  VideoMode: { image: '/samples/animate.webp' },
  AdvancedCamera: { image: '/showcase/film-2.webp' },
  Template: { image: '/effects/kaleidoscope.webp', href: '/video-effects' },
  ProFeature: { image: '/samples/lake.jpg', href: '/image' },
  Invite: { image: '/samples/car.jpg', href: '/image' },
  Extend: { image: '/showcase/film-3.webp', href: '/video' },
  Activity: { image: '/samples/backdrop-after.webp', href: '/credits' },
};
