import type { UpgradeReason } from '@/lib/popups/names';

/** A sample by the product's engine, and a link to what is free. No link if the feature is on the current page. */
interface Instead {
  readonly image: string;
  readonly href?: string;
}

/** What is possible without a plan, for each reason to offer one. */
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
