import { useTranslations } from 'next-intl';
import { Button } from '@/ui/button';
import { Skeleton } from '@/ui/content/skeleton';
import { ErrorState } from '@/ui/content/states';

/** Shown until the rewards are there, or cannot be had. */
export function RewardsLoading({ hasFailed, onRetry }: { readonly hasFailed: boolean; readonly onRetry: () => void }) {
  const t = useTranslations('rewards');
  return hasFailed ? (
    <ErrorState title={t('failed')} actions={<Button onClick={onRetry}>{t('retry')}</Button>} />
  ) : (
    <Skeleton className="h-44" />
  );
}
