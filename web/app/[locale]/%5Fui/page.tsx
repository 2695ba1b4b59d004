import { notFound } from 'next/navigation';
import { localePage } from '@/app/locale-page';
import { DEVELOPMENT } from '@/lib/env';

/** Every component of `ui/` in its states; a page of development servers alone. */
const { Page } = localePage({}, async () => {
  if (!DEVELOPMENT) notFound();
  const { Showroom } = await import('@/features/shell/showroom/showroom');
  return <Showroom />;
});

export default Page;
