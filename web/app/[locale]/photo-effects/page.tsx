import { localePage } from '@/app/locale-page';
import { EffectsPage } from '@/features/make/effects/effects-page';

const { Page, generateMetadata } = localePage(
  { title: 'effects.titles.photo', description: 'effects.ledes.photo' },
  () => <EffectsPage page="photo" />,
);

export { generateMetadata, Page as default };
