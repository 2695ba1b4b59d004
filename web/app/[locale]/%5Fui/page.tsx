import { notFound } from 'next/navigation';
import { localePage } from '@/app/locale-page';
import { DEVELOPMENT } from '@/lib/env';

/** All components of `ui/` in their states. Development servers only. */
const { Page } = localePage({}, async () => {
  if (!DEVELOPMENT) notFound();
  const { Showroom } = await import('@/features/shell/showroom/showroom');
  return <Showroom />;
});

export default Page;
