'use client';

import { FileClock, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { PROCEDURES } from '@src/creation/procedures/params.shared';
import type { UploadView } from '@src/creation/uploads/upload.shared';
import { queryOf, readDraft } from '@/features/make/create/draft/draft';
import { toolOf } from '@/features/make/create/form/tools';
import { Link } from '@/i18n/navigation';
import { buttonStyle, IconButton } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Notice } from '@/ui/content/states';

/**
 * Offers to restore the form of a file that was made here and carries its recipe. Renders nothing for an unknown
 * procedure.
 */
export function RecipeOffer({
  recipe,
  onClose,
}: {
  readonly recipe: NonNullable<UploadView['recipe']>;
  readonly onClose: () => void;
}) {
  const t = useTranslations('uploads.recipe');
  const names = useTranslations('tools.names');
  const procedure = PROCEDURES.find((one) => one === recipe.procedure);
  if (procedure === undefined) return null;
  const tool = toolOf(procedure);
  const draft = readDraft({ ...recipe.params, ...recipe, seed: String(recipe.seed) }, procedure);
  return (
    <Notice
      icon={FileClock}
      live
      action={
        <span className="flex items-center gap-1">
          <Link
            href={{ pathname: tool.href, query: queryOf(draft, procedure) }}
            onClick={onClose}
            className={buttonStyle({ size: 'sm' })}
          >
            {t('restore')}
          </Link>
          <IconButton label={t('dismiss')} size="sm" onClick={onClose}>
            <Icon of={X} size="s" />
          </IconButton>
        </span>
      }
    >
      <span className="font-medium">{t('title')}</span>
      <span className="block text-xs text-ink-2">
        {names(tool.id)}
        {recipe.prompt === '' ? null : (
          <>
            {' · '}
            <bdi className="line-clamp-1 inline">{recipe.prompt}</bdi>
          </>
        )}
      </span>
    </Notice>
  );
}
