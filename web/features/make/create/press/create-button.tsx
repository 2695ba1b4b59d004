'use client';

import { ChevronRight, Coins, Gift, Images, Zap } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import type { ModelView } from '@src/catalog/model.shared';
import { FORMS, type ProcedureName } from '@src/creation/procedures/params.shared';
import type { AllowanceView } from '@src/creation/tasks/submit/allowed.shared';
import type { BalanceView } from '@src/credits/credits.shared';
import { REWARDS } from '@src/rewards/rewards.shared';
import { Link } from '@/i18n/navigation';
import { creditsFor, type PricedModel } from '@/lib/data/priced-models';
import { openPopup } from '@/lib/popups/queue';
import { useOnline } from '@/lib/press/network';
import { useVisitor } from '@/lib/session/store';
import { Button } from '@/ui/button';
import { Icon, type LucideIcon } from '@/ui/icon';
import type { Draft } from '../draft/draft';
import { EarlyNote } from '@/features/core/early-note';
import { PressNote, type PressUnderway } from './press-note';
import { surchargeShown, waysOut, type WayOut } from './quote';
import type { DraftRequest } from '../draft/draft-request';

const wayStyle =
  'flex min-h-[42px] w-full items-center gap-3 rounded-card bg-surface-2 px-3 text-start text-sm transition-colors quick hover:bg-surface-3';

function Way({
  icon,
  words,
  aside,
  onPick,
}: {
  readonly icon: LucideIcon;
  readonly words: string;
  readonly aside: string;
  readonly onPick: () => void;
}) {
  return (
    <button type="button" onClick={onPick} className={wayStyle}>
      <Icon of={icon} size="s" />
      <span className="min-w-0 flex-1">{words}</span>
      <span className="num shrink-0 text-xs text-ink-3">{aside}</span>
      <Icon of={ChevronRight} size="s" className="flip" />
    </button>
  );
}

interface ShortProps {
  readonly price: number;
  readonly balance: BalanceView;
  readonly models: readonly ModelView[];
  readonly model: ModelView;
  readonly request: DraftRequest;
  readonly onChange: (change: Partial<Draft>) => void;
}

/** Shown if the credits do not suffice; offers cheaper choices. */
function Short({ price, balance, models, model, request, onChange }: ShortProps) {
  const t = useTranslations('image');
  const visitor = useVisitor();
  const mayJoin = visitor.status === 'ready' && visitor.user.email === undefined;
  const available = creditsFor(model, balance);
  const onlyFree = available === 0 && balance.available > 0;
  const ways = waysOut(models, model, request, balance);
  const pick = (way: WayOut): void =>
    onChange(way.kind === 'fewer' ? { count: way.count } : { model: way.model.id, count: way.count });
  return (
    <div role="status" className="grid gap-2 pb-3">
      <p className="num text-lg leading-snug font-strong">
        {available > 0
          ? t('short.title', { needed: price, available })
          : t(onlyFree ? 'short.onlyFree' : 'short.none', { needed: price })}
      </p>
      {balance.held > 0 ? <p className="text-xs text-ink-3">{t('short.held', { held: balance.held })}</p> : null}
      {ways.map((way) =>
        way.kind === 'fewer' ? (
          <Way
            key="fewer"
            icon={Images}
            words={t('short.fewer', { count: way.count })}
            aside={t('price', { count: way.price })}
            onPick={() => pick(way)}
          />
        ) : (
          <Way
            key={way.model.id}
            icon={Zap}
            words={t('short.cheaper', { model: way.model.name })}
            aside={t('price', { count: way.price })}
            onPick={() => pick(way)}
          />
        ),
      )}
      {mayJoin ? (
        <Way
          icon={Gift}
          words={t('short.signUp', { credits: REWARDS.signup })}
          aside=""
          onPick={() => openPopup('signUpLogIn', { tab: 'signUp' })}
        />
      ) : null}
      {ways.length > 0 ? null : (
        <>
          <p className="text-sm text-ink-2">{t('short.nothing')}</p>
          <Link href="/credits" className={wayStyle}>
            <Icon of={Coins} size="s" />
            <span className="flex-1">{t('short.statement')}</span>
            <Icon of={ChevronRight} size="s" className="flip" />
          </Link>
        </>
      )}
    </div>
  );
}

/**
 * What the plan means for this creation: what costs nothing and how much of it is left today, how many free videos are
 * left, and that the result is marked.
 */
function PlanHint({
  allowance,
  model,
  procedure,
}: {
  readonly allowance: AllowanceView;
  readonly model: PricedModel;
  readonly procedure: ProcedureName;
}) {
  const t = useTranslations('image');
  const { relaxedADay, relaxedLeft, draftsLeft, marked, freeVideos } = allowance;
  if (model.role === 'draft')
    return (
      <p className="num text-center text-xs text-balance text-ink-3">
        {draftsLeft > 0 ? t('draft.free', { left: draftsLeft }) : t('draft.usedUp')}
      </p>
    );
  if (model.relaxed && relaxedADay > 0) {
    return (
      <p className="num text-center text-xs text-ink-3">
        {relaxedLeft > 0 ? t('plan.included', { left: relaxedLeft }) : t('plan.usedUp', { limit: relaxedADay })}
      </p>
    );
  }
  if (!marked) return null;
  const limited =
    freeVideos !== null && model.tier === 'free' && FORMS[procedure].makes === 'video' ? freeVideos : undefined;
  return (
    <p className="grid justify-items-center gap-1 text-center text-xs text-ink-3">
      {limited === undefined ? null : <span className="num">{t('plan.freeVideos', limited)}</span>}
      <button
        type="button"
        onClick={() => openPopup('upgradePlan', { reason: 'ProFeature' })}
        className="min-h-6 rounded-sm underline decoration-dotted underline-offset-2 transition-colors quick hover:text-ink-1"
      >
        {t('plan.marked')}
      </button>
    </p>
  );
}

export interface CreateButtonProps {
  readonly request: DraftRequest;
  readonly models: readonly ModelView[];
  readonly model: PricedModel | undefined;
  /** Undefined until it is known, or if the request is refused. */
  readonly price: number | undefined;
  readonly balance: BalanceView | undefined;
  /** What the caller's plan allows; undefined until it is known. */
  readonly allowance: AllowanceView | undefined;
  readonly busy: boolean;
  /** The press under way. */
  readonly creating: PressUnderway;
  /** Whether the input is still being prepared. */
  readonly preparing: boolean;
  /** The button's verb, one or two words. */
  readonly verb: string;
  readonly onChange: (change: Partial<Draft>) => void;
}

/** The accent button: verb and price; the remaining credits are below it. */
export function CreateButton({
  request,
  models,
  model,
  price,
  balance,
  allowance,
  busy,
  creating,
  preparing,
  verb,
  onChange,
}: CreateButtonProps) {
  const t = useTranslations('image');
  const format = useFormatter();
  const press = useTranslations('common.press');
  const online = useOnline();
  const short =
    price !== undefined && balance !== undefined && model !== undefined && creditsFor(model, balance) < price;
  const surcharge = price === undefined || model === undefined ? 0 : surchargeShown(model, request);
  return (
    <div>
      {short ? (
        <Short price={price} balance={balance} models={models} model={model} request={request} onChange={onChange} />
      ) : null}
      {surcharge > 0 ? <p className="num pb-2 text-sm text-ink-2">{t('surcharge', { count: surcharge })}</p> : null}
      <Button
        type="submit"
        tone="accent"
        size="lg"
        shape="block"
        busy={busy}
        disabled={model !== undefined && price === undefined}
        price={price === undefined ? undefined : t('price', { count: price })}
      >
        {busy ? press('starting') : verb}
      </Button>
      <EarlyNote className="pt-2" />
      {creating.note !== undefined && creating.note !== 'starting' ? (
        <div className="pt-2">
          <PressNote creating={creating} />
        </div>
      ) : preparing && !online ? (
        <div className="pt-2">
          <PressNote creating={{ note: 'offline', mayWithdraw: false, withdraw: () => undefined }} />
        </div>
      ) : null}
      <p
        className="num min-h-[1.5em] pt-2 text-center text-xs text-ink-3"
        title={balance === undefined ? undefined : format.number(balance.available)}
      >
        {price === undefined || balance === undefined || short
          ? null
          : t('leftAfter', { count: balance.available - price })}
      </p>
      {allowance === undefined || model === undefined ? null : (
        <PlanHint allowance={allowance} model={model} procedure={request.procedure} />
      )}
    </div>
  );
}
