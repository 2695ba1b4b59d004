import { useTranslations } from 'next-intl';
import { Skeleton } from '@/ui/content/skeleton';

/** A placeholder for the plans while prices load. */
export function OfferSkeleton() {
  const t = useTranslations('pricing');
  return (
    <div role="status" aria-label={t('loading')} className="grid gap-4">
      <div className="flex flex-wrap justify-between gap-3">
        <Skeleton className="h-[38px] w-64 max-md:w-full" />
        <Skeleton className="h-[38px] w-44 max-md:w-full" />
      </div>
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-4">
        {Array.from({ length: 4 }, (_, index) => (
          <Skeleton key={index} className="h-[468px] rounded-media" />
        ))}
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        <Skeleton className="h-40 rounded-panel" />
        <Skeleton className="h-40 rounded-panel" />
      </div>
    </div>
  );
}
