import { getUntypedClient } from '@trpc/client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { SOURCE_ROLES, type ProcedureName } from '@src/creation/procedures/params.shared';
import type { CreationRequest } from '@src/creation/tasks/task.shared';
import { balanceOptions, catalogueOptions } from '@/lib/data/account';
import { pricedModels, type PricedModel } from '@/lib/data/priced-models';
import { allowanceOptions, refreshAllowance } from '@/lib/data/allowance';
import { availableFor, refreshBalance } from '@/lib/data/balance-cache';
import { planNow } from '@/lib/data/plan';
import { trackCreated, trackFailed, trackSubmit } from '@/lib/analytics/create-flow';
import { refreshProjects } from '@/lib/data/projects';
import { surchargeOptions } from '@/lib/data/surcharge';
import { selectedProject } from '@/lib/data/selected-project';
import { putTask } from '@/lib/data/task-cache';
import { reportError } from '@/lib/errors/bus';
import { readFailure } from '@/lib/errors/failure';
import { alertWhenLow } from '@/lib/popups/low-credits';
import type { UpgradeReason } from '@/lib/popups/names';
import { openPopup } from '@/lib/popups/queue';
import { defined } from '@src/kernel/defined.shared';
import { noteOf, type Offer, type PressNote, type Question } from '@/lib/press/press';
import { createSubmitter, outcomeOf, type Submitter } from '@/lib/press/submitter';
import { browserEnvironment, userOf } from '@/lib/press/browser-environment';
import { productNow } from '@/lib/product-time';
import { sessionState } from '@/lib/session/store';
import { useStore } from '@/lib/store';
import { client, queryClient, trpc } from '@/lib/trpc/client';
import { missingPlan, offerPlan } from './gate';
import { lorasFor } from '../draft/loras';
import { modelValues } from '../draft/model-settings';
import { forgetPress, keepPress, keptPress, pressOf, type CreatePress, type CreatePayload } from './kept-press';
import { chosenModel, quoteOf } from './quote';
import type { RefusedRequest } from './refused-input';
import { creationRequestOf, paramsOf, type DraftRequest } from '../draft/draft-request';

/** Why a request is not sent: no model offers it, its form explains the problem, or it needs a plan. */
type NotMade = 'not-offered' | 'refused' | UpgradeReason;
export type CreateQuestion = Question<NotMade>;

/** Whether two requests of a form are the same. */
const isSameRequest = (a: DraftRequest, b: DraftRequest): boolean =>
  a.procedure === b.procedure &&
  JSON.stringify(a.draft) === JSON.stringify(b.draft) &&
  a.final?.draftId === b.final?.draftId &&
  SOURCE_ROLES.every((role) => a.given[role] === b.given[role]);

/** Allowance, the surcharge of the request's recipe, and the request's model at its current price. */
async function circumstances(request: DraftRequest) {
  const { procedure, draft } = request;
  const [catalogue, allowance, balance, surcharge] = await Promise.all([
    queryClient.fetchQuery(catalogueOptions()),
    queryClient.fetchQuery(allowanceOptions(true)),
    queryClient.fetchQuery(balanceOptions(true)),
    draft.origin === undefined ? 0 : queryClient.fetchQuery(surchargeOptions(draft.origin, procedure, true)),
  ]);
  return {
    allowance,
    surcharge,
    model: chosenModel(pricedModels(catalogue.models, procedure, allowance, balance), draft.model, request),
  };
}

async function offerOf({ payload: { request } }: CreatePress): Promise<Offer<NotMade>> {
  const { allowance, surcharge, model } = await circumstances(request);
  if (model === undefined) return { kind: 'not', reason: 'not-offered' };
  const quote = quoteOf(model, { ...request, surcharge });
  if ('refused' in quote) return { kind: 'not', reason: 'refused' };
  const plan = missingPlan(model, paramsOf(request), allowance);
  return plan === undefined
    ? { kind: 'price', price: quote.price, available: await availableFor(quote.price, model) }
    : { kind: 'not', reason: plan };
}

type Answer = Awaited<ReturnType<typeof client.text2Image.create.mutate>>;

interface Sent {
  readonly creation: CreationRequest;
  readonly model: PricedModel;
  readonly answer: Answer;
}

/** The project of a press: its own, else the selected one, unless another user selected it. */
function projectOf({ by, payload: { request } }: CreatePress): string | undefined {
  const isOthers = by !== undefined && by.id !== userOf(sessionState())?.id;
  return request.projectId ?? (isOthers ? undefined : selectedProject());
}

interface PreparedCreation {
  readonly creation: CreationRequest;
  readonly model: PricedModel;
  readonly owner: string | undefined;
}

/** Sent requests by id. A retry by the same owner sends the same request, since the server may have accepted it. */
const sent = new Map<string, PreparedCreation>();

async function requestFor(press: CreatePress, price: number): Promise<PreparedCreation> {
  const { request, seed } = press.payload;
  const owner = userOf(sessionState())?.id;
  const before = sent.get(press.id);
  if (before?.owner === owner && before?.creation.input.price.amount === price) return before;
  const { model } = await circumstances(request);
  const creation =
    model === undefined
      ? undefined
      : creationRequestOf(request, {
          requestId: press.id,
          model: model.id,
          projectId: projectOf(press),
          draftId: request.final?.draftId,
          originId: request.draft.origin,
          price: { amount: price, priceVersion: model.priceVersion },
          seed,
          ...defined({ modelSettings: modelValues(request.draft, model), loras: lorasFor(request.draft, model) }),
        });
  if (model === undefined || creation === undefined) throw new Error('a priced draft has no request');
  if (before === undefined) trackSubmit(creation);
  const prepared = { creation, model, owner };
  sent.set(press.id, prepared);
  return prepared;
}

async function send(press: CreatePress, price: number): Promise<Sent> {
  const { creation, model } = await requestFor(press, price);
  try {
    // `CreationRequest` types the input of each call; all return the same type, which the untyped client does not know.
    return {
      creation,
      model,
      answer: (await getUntypedClient(client).mutation(creation.procedure, creation.input)) as Answer,
    };
  } catch (error) {
    if (outcomeOf(error) === 'refused') trackFailed(creation, readFailure(error));
    throw error;
  }
}

/** Shows the low-credits alert after a charge. */
async function warnWhenLow(after: Parameters<typeof refreshBalance>[0], price: number): Promise<void> {
  const [balance, subLog] = await Promise.all([refreshBalance(after), planNow()]);
  if (balance !== undefined) alertWhenLow(balance, price, subLog, productNow());
}

/** Refetches the data that a refusal shows to be out of date. */
function refreshAfter(identifier: string): void {
  // Today's free creations may be used up, the plan may have ended, or the author asks more.
  if (identifier === 'PRICE_CHANGED')
    void Promise.all([
      queryClient.invalidateQueries(trpc.catalog.models.pathFilter()),
      queryClient.invalidateQueries(trpc.work.surcharge.pathFilter()),
      refreshAllowance(),
    ]);
  // The engine may have been disconnected.
  if (identifier === 'MODEL_NOT_SUPPORTED') void queryClient.invalidateQueries(trpc.catalog.models.pathFilter());
  if (identifier === 'PRO_FEATURE') void refreshAllowance();
  if (identifier === 'PROJECT_NOT_FOUND') void refreshProjects();
  if (identifier === 'CREDITS_NOT_ENOUGH') void queryClient.invalidateQueries(trpc.credits.balance.pathFilter());
}

/** The submitter of one form, with the callbacks of the component that shows the form. */
interface CreationSlot {
  readonly submitter: Submitter<CreatePayload, NotMade>;
  onCreated: ((id: string) => void) | undefined;
  onRefused: ((refused: RefusedRequest | undefined) => void) | undefined;
  /**
   * A press that failed in the server, which may have accepted it: the next press of the same request reuses its id.
   */
  broken: CreatePress | undefined;
}

/** Opens the popup for a question. A risen price is confirmed next to the button instead. */
function ask({ payload: { request } }: CreatePress, question: CreateQuestion): void {
  if (question.kind === 'short')
    openPopup('notEnoughTimes', {
      needed: question.price,
      available: question.available,
      onlyFree: (queryClient.getQueryData(balanceOptions(true).queryKey)?.available ?? 0) > question.available,
    });
  if (question.kind === 'not' && question.reason !== 'not-offered' && question.reason !== 'refused')
    offerPlan(question.reason, paramsOf(request));
}

function createSlot(kept: ProcedureName | undefined): CreationSlot {
  const forget = (): void => {
    if (kept !== undefined) forgetPress(kept);
  };
  const slot: CreationSlot = {
    onCreated: undefined,
    onRefused: undefined,
    broken: undefined,
    submitter: createSubmitter<CreatePayload, Sent, NotMade>(
      {
        offer: offerOf,
        send,
        onTaken: (_press, { creation, model, answer: { id, data, token } }) => {
          forget();
          trackCreated(creation, data);
          putTask(data);
          if (model.relaxed || model.role === 'draft') void refreshAllowance();
          if (token !== undefined) void warnWhenLow(token, creation.input.price.amount);
          slot.onCreated?.(id);
        },
        onAsk: (press, question) => {
          forget();
          ask(press, question);
        },
        onRefused: (press, error) => {
          forget();
          reportError(error);
          const failure = readFailure(error);
          // The form shows server errors too, because a toast is easily missed.
          if (failure.kind === 'product') slot.onRefused?.({ failure, request: press.payload.request });
          // The server may have accepted the request before it failed: the next press sends it again.
          if (failure.kind !== 'product' || failure.httpStatus >= 500) slot.broken = press;
          else refreshAfter(failure.identifier);
        },
      },
      browserEnvironment,
    ),
  };
  return slot;
}

const slots = new Map<string, CreationSlot>();

/**
 * The slot of a name. Its press continues while no component shows it. @param kept page whose presses survive a reload
 */
function slotNamed(name: string, kept: ProcedureName | undefined): CreationSlot {
  const slot = slots.get(name) ?? createSlot(kept);
  slots.set(name, slot);
  return slot;
}

interface PressListeners {
  readonly onCreated: (id: string) => void;
  readonly onRefused: (refused: RefusedRequest | undefined) => void;
}

/** Sets the callbacks of the component that shows a slot. @returns unsubscribes */
function subscribeTo(slot: CreationSlot, { onCreated, onRefused }: PressListeners): () => void {
  slot.onCreated = onCreated;
  slot.onRefused = onRefused;
  return () => {
    if (slot.onCreated === onCreated) [slot.onCreated, slot.onRefused] = [undefined, undefined];
  };
}

/** A press for a request: the failed one if the request is the same, else a new one. */
function nextPress(slot: CreationSlot, request: DraftRequest, said: number | undefined): CreatePress {
  const { broken } = slot;
  slot.broken = undefined;
  return broken !== undefined && isSameRequest(broken.payload.request, request)
    ? { ...broken, said }
    : pressOf(request, said);
}

/**
 * Submits creations. Each press is one request id; presses while one is under way are the same press. One that is made
 * before the session, the price or the network is there is carried out once they are, at that price, or asked about.
 * @param name of the place, such as its call
 * @param onCreated is told the id of the new task
 * @param kept the page whose presses are kept through reloads, and handed over by other pages
 */
export function useCreate(name: string, onCreated: (id: string) => void, kept?: ProcedureName) {
  const slot = slotNamed(name, kept);
  const { submitter } = slot;
  const [refused, setRefused] = useState<RefusedRequest>();
  const state = useStore(submitter);
  const created = useRef(onCreated);
  useEffect(() => {
    created.current = onCreated;
  });
  useEffect(() => {
    const stop = subscribeTo(slot, { onCreated: (id) => created.current(id), onRefused: setRefused });
    const waiting = kept === undefined ? undefined : keptPress(kept, Date.now());
    if (waiting !== undefined) submitter.press(waiting);
    return stop;
  }, [slot, submitter, kept]);

  const press = useCallback(
    (request: DraftRequest, said?: number): void => {
      const { step } = submitter.get().status;
      if (step === 'waiting' || step === 'sending') return;
      setRefused(undefined);
      const next = nextPress(slot, request, said);
      if (kept !== undefined) keepPress(kept, next, Date.now());
      submitter.press(next);
    },
    [slot, submitter, kept],
  );
  const withdraw = useCallback((): void => {
    if (kept !== undefined) forgetPress(kept);
    submitter.withdraw();
  }, [submitter, kept]);
  const { status } = state;
  const note: PressNote | undefined = noteOf(state);
  return {
    press,
    withdraw,
    busy: note !== undefined,
    /** Note to show while a press is under way. */
    note,
    /** Whether the press can still be withdrawn. */
    mayWithdraw: status.step === 'waiting',
    /** The request of the press under way. */
    starting: status.step === 'waiting' || status.step === 'sending' ? status.press.payload.request : undefined,
    question: status.step === 'asking' ? status.question : undefined,
    refusal: refused?.failure,
    refused,
  };
}

export type Creating = ReturnType<typeof useCreate>;
