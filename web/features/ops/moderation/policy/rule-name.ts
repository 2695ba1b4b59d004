import { useTranslations } from 'next-intl';
import { CATEGORIES } from '@src/moderation/category.shared';
import { MEDIA_RULES, textRule, type RuleId } from '@src/moderation/policy/policy.shared';

const MEDIA_KEYS = {
  'image.before': 'imageBefore',
  'image.after': 'imageAfter',
  'frames.before': 'framesBefore',
  'frames.after': 'framesAfter',
} as const;

/** The name of a rule in the page's language. */
export function useRuleName(): (id: RuleId) => string {
  const categories = useTranslations('errors.refusal.categories');
  const media = useTranslations('policy.media');
  return (id) => {
    const category = CATEGORIES.find((one) => textRule(one) === id);
    if (category !== undefined) return categories(category);
    const rule = MEDIA_RULES.find((one) => one === id);
    return rule === undefined ? id : media(MEDIA_KEYS[rule]);
  };
}
