'use client';

import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useId, useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react';
import type { ModelView } from '@src/catalog/model.shared';
import { needsEngine, SLOT_NAMES, type ProcedureName } from '@src/creation/procedures/params.shared';
import { RefusalAppeal } from '@/features/core/refusal-appeal';
import { CutOffer } from '@/features/make/cut/cut-button';
import { cuttableRole, type Refused } from '@/features/make/cut/part';
import { KeptIn, ProjectPicker } from '@/features/make/projects/project-picker';
import { useBalance, useModels } from '@/lib/data/account';
import { useSurcharge } from '@/lib/data/surcharge';
import type { PricedModel } from '@/lib/data/priced-models';
import { useAllowance } from '@/lib/data/allowance';
import { useErrorWords } from '@/lib/errors/words';
import { whenOnline } from '@/lib/press/network';
import { useEarlyPress } from '@/lib/press/use-early';
import { cx } from '@/ui/cx';
import { Icon } from '@/ui/icon';
import { Notice } from '@/ui/content/states';
import { CreateButton } from '../press/create-button';
import { PressQuestion } from '../press/press-question';
import { changeDraft, useFormState, requestOf } from '../draft/draft-store';
import { ExperimentalNote } from './experimental-note';
import { FlowLinks } from './flow-links';
import { ModelCards, OwnFields } from './model-cards';
import { OptionalSpeech } from './optional-speech';
import { useDeferredSubmit } from '../press/deferred-submit';
import { byModel, chosenModel, priceOf, quoteOf } from '../press/quote';
import { RefusedInput } from '../press/refused-input';
import { toolOf } from './tools';
import type { Creating } from '../press/use-create';
import { useReadWords } from '../prompt-reading/use-prompt-reading';
import { lacksMain, problemOf, type DraftRequest, type DraftProblem } from '../draft/draft-request';
import { replaced, WordsReadOfForm } from '../prompt-reading/prompt-reading';

/** Problems shown above the button. Fields show all others themselves. */
const ABOVE = [
  ...SLOT_NAMES.map((name) => `${name}-missing` as const),
  'mask-empty',
  'style-or-words',
  'words-or-picture',
  'nothing-to-restore',
  'text-missing',
  'consent-missing',
] as const satisfies readonly DraftProblem[];
/** Forms that place the choice of the model themselves. */
const HAS_MODEL_CARDS: ReadonlySet<ProcedureName> = new Set(['text2Image.create']);
/** The element where the user fixes a problem. */
const MENDED_AT: Readonly<Partial<Record<DraftProblem, string>>> = {
  'prompt-empty': 'textarea[name=prompt]',
  'style-or-words': 'textarea[name=prompt]',
  'words-or-picture': 'textarea[name=prompt]',
  'nothing-to-restore': '[role=switch]',
  'text-missing': '[data-needed]',
  'mask-empty': '[role=application]',
  'consent-missing': '[role=checkbox]',
};

function Alert({ children }: { readonly children: ReactNode }) {
  return (
    <div role="alert" className="mb-3 flex gap-3 rounded-card bg-danger-soft p-3 text-sm text-danger">
      <Icon of={TriangleAlert} size="s" className="mt-0.5" />
      <div className="grid gap-0.5">{children}</div>
    </div>
  );
}

/** Offers the fix next to a refusal: trim a video that is too long, or crop an image that is too large. */
function Mend({ request, refused }: { readonly request: DraftRequest; readonly refused: Refused }) {
  const role = cuttableRole(request, refused);
  return role === undefined ? null : <CutOffer request={request} role={role} />;
}

/** The message above the button: the server's refusal, else why the request is invalid, else what is missing. */
function Trouble({
  creating,
  request,
  model,
  problem,
}: {
  readonly creating: Creating;
  readonly request: DraftRequest;
  readonly model: ModelView | undefined;
  readonly problem: DraftProblem | undefined;
}) {
  const t = useTranslations('image');
  const { ofFailure, ofIdentifier } = useErrorWords();
  if (creating.refusal !== undefined) {
    return (
      <Alert>
        <span>{ofFailure(creating.refusal)}</span>
        {creating.refusal.kind === 'product' ? <RefusalAppeal params={creating.refusal.params} /> : null}
        <Mend request={request} refused={creating.refusal} />
      </Alert>
    );
  }
  const quote = model === undefined || lacksMain(request) ? undefined : quoteOf(model, request);
  if (quote !== undefined && 'refused' in quote) {
    return (
      <Alert>
        <span>{ofIdentifier(quote.refused.identifier, quote.refused.params)}</span>
        <Mend request={request} refused={quote.refused} />
      </Alert>
    );
  }
  const shown = ABOVE.find((one) => one === problem);
  if (shown === undefined) return null;
  return (
    <p role="alert" className="mb-3 flex items-center gap-1.5 text-sm text-danger">
      <Icon of={CircleAlert} size="s" />
      {t(`problems.${shown}`)}
    </p>
  );
}

/** What the fields of a form receive. */
export interface FieldsContext {
  /** The form's problem, once the button was pressed. */
  readonly problem: DraftProblem | undefined;
  readonly model: PricedModel | undefined;
  /** Submits on Control or ⌘ with Enter, from a multi-line field. */
  readonly onSubmitKey: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
}

export interface CreateFormProps {
  readonly procedure: ProcedureName;
  readonly creating: Creating;
  /** Whether the mask has any marks, for a form with a mask. */
  readonly marked?: boolean;
  /**
   * Completes the request before it is sent, for example with the painted mask. Gives undefined when it failed and
   * has shown the error.
   */
  readonly prepare?: (request: DraftRequest) => Promise<DraftRequest | undefined>;
  readonly className?: string;
  readonly children: (context: FieldsContext) => ReactNode;
}

/** The whole form of a creation, and its button with the price. */
export function CreateForm({ procedure, creating, marked = true, prepare, className, children }: CreateFormProps) {
  const t = useTranslations('image');
  const form = useFormState(procedure);
  const surcharge = useSurcharge(form.draft.origin, procedure);
  const request: DraftRequest = { ...requestOf(procedure, form), surcharge };
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [preparing, setPreparing] = useState(false);
  const formId = useId();
  const { models, isSuccess } = useModels(procedure);
  const balance = useBalance();
  const allowance = useAllowance();
  const model = chosenModel(models, form.draft.model, request);
  const price = model === undefined || surcharge === undefined ? undefined : priceOf(model, request);
  const problem = problemOf(request, marked);
  const { id } = toolOf(procedure);
  const read = useReadWords(request, model);
  const isNothing = read?.lacks !== undefined;
  const replace = (word: string, by: string): void =>
    changeDraft({ prompt: replaced(form.draft.prompt, word, by) }, procedure);

  const deferred = useDeferredSubmit(procedure, formId);
  const { underway } = deferred;
  const send = async (): Promise<void> => {
    const said = deferred.takeSaid(price);
    setPreparing(true);
    const whole = await (prepare === undefined ? request : whenOnline().then(() => prepare(request)));
    setPreparing(false);
    if (whole === undefined) return;
    creating.press(byModel(whole, model), said);
    setIsSubmitted(false);
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (deferred.defer(price)) return;
    setIsSubmitted(true);
    const mend =
      problem === undefined
        ? undefined
        : (MENDED_AT[problem] ??
          (problem.endsWith('-missing') ? `[data-well^=${problem.slice(0, -'-missing'.length)}] button` : undefined));
    if (mend !== undefined)
      (event.currentTarget.querySelector<HTMLElement>(mend) ?? document.querySelector<HTMLElement>(mend))?.focus();
    if (problem === undefined && isNothing)
      return event.currentTarget.querySelector<HTMLElement>('textarea[name=prompt]')?.focus();
    if (problem === undefined && !preparing) void send();
  };
  const ref = useEarlyPress(procedure, (prompt) => changeDraft({ prompt }, procedure));
  const onSubmitKey = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };

  return (
    <form
      ref={ref}
      data-press={procedure}
      id={formId}
      aria-label={t(`formLabels.${id}`)}
      noValidate
      onSubmit={submit}
      className={cx('grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-[18px]', className)}
    >
      <FlowLinks />
      <ExperimentalNote procedure={procedure} model={model} />
      <WordsReadOfForm value={{ read, onReplace: replace }}>
        <RefusedInput value={creating.refused}>
          {children({ problem: isSubmitted ? problem : undefined, model, onSubmitKey })}
        </RefusedInput>
      </WordsReadOfForm>
      {HAS_MODEL_CARDS.has(procedure) ? null : models.length > 1 ? (
        <ModelCards value={model?.id} request={request} onChange={(id) => changeDraft({ model: id }, procedure)} />
      ) : (
        <OwnFields model={model} request={request} />
      )}
      <OptionalSpeech procedure={procedure} models={models} />
      <ProjectPicker />
      {/* Keeps the button within reach: at the form's lower edge, and on a phone above the navigation bar. */}
      <div className="sticky -bottom-[18px] z-sticky -mx-[18px] -mb-[18px] rounded-b-stage bg-linear-to-t from-surface-1 from-[length:calc(100%-1rem)] to-transparent px-[18px] pt-4 pb-2.5 max-md:-bottom-4 max-md:-mx-4 max-md:-mb-4 max-md:rounded-none max-md:from-overlay max-md:px-4 max-md:in-data-page-form:bottom-[calc(var(--tabbar)-1px)] max-md:in-data-page-form:from-surface-1">
        {isSuccess && model === undefined ? (
          <Notice tone="warning" className="mb-3">
            {t(needsEngine(procedure) ? 'needsEngine' : 'notOffered')}
          </Notice>
        ) : null}
        {underway === undefined ? (
          <Trouble creating={creating} request={request} model={model} problem={isSubmitted ? problem : undefined} />
        ) : null}
        {deferred.isDropped ? (
          <Notice tone="warning" live className="mb-3">
            {t('fileLost')}
          </Notice>
        ) : null}
        {creating.question === undefined ? null : <PressQuestion question={creating.question} />}
        <CreateButton
          request={request}
          models={models}
          model={model}
          price={price}
          balance={balance}
          allowance={allowance}
          busy={creating.busy || preparing || underway !== undefined}
          preparing={preparing}
          creating={underway ?? creating}
          verb={isNothing ? t('read.nameSomething') : t(`verbs.${id}`)}
          onChange={(change) => changeDraft(change, procedure)}
        />
        <KeptIn />
      </div>
    </form>
  );
}
