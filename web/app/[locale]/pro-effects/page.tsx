import { localePage } from '@/app/locale-page';
import { EffectsPage } from '@/features/make/effects/effects-page';

const { Page, generateMetadata } = localePage({ title: 'effects.titles.pro', description: 'effects.ledes.pro' }, () => (
  <EffectsPage page="pro" />
));

export { generateMetadata, Page as default };
