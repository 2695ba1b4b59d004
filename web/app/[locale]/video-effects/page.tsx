import { localePage } from '@/app/locale-page';
import { EffectsPage } from '@/features/make/effects/effects-page';

const { Page, generateMetadata } = localePage(
  { title: 'effects.titles.video', description: 'effects.ledes.video' },
  () => <EffectsPage page="video" />,
);

export { generateMetadata, Page as default };
