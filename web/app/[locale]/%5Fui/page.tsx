import { setRequestLocale } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { DEVELOPMENT } from '@/lib/env';

/** Every component of `ui/` in its states; a page of development servers alone. */
export default async function Page({ params }: { readonly params: Promise<{ readonly locale: string }> }) {
  if (!DEVELOPMENT) notFound();
  setRequestLocale((await params).locale);
  const { Showroom } = await import('@/features/shell/showroom/showroom');
  return <Showroom />;
}
