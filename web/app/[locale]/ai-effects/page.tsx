import { localePage } from '@/app/locale-page';
import { EffectsPage } from '@/features/make/effects/effects-page';

const { Page, generateMetadata } = localePage({ title: 'effects.titles.all', description: 'effects.ledes.all' }, () => (
  <EffectsPage page="all" />
));

export { generateMetadata, Page as default };
