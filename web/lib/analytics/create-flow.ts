import { useEffect, useState } from 'react';
import { formTypeOf, type FormType } from '@src/analytics/places.shared';
import type { EventOf } from '@src/analytics/events.shared';
import type { CreationRequest, TaskView } from '@src/creation/tasks/task.shared';
import type { ProcedureName } from '@src/creation/procedures/params.shared';
import { selectedProject } from '@/lib/data/selected-project';
import { newId } from '@/lib/random';
import type { Failure } from '@/lib/errors/failure';
import { creationInputOf } from './creation-input';
import { track, whenTracking } from './track';

/** Open forms by procedure. */
const open = new Map<ProcedureName, { readonly id: string; readonly type: FormType }>();

/**
 * Tracks that a form was opened, once while it is mounted. So far there is only the easy flow.
 * @param type what the form makes, where the procedure alone does not determine it
 */
export function useCreateFlow(procedure: ProcedureName, type: FormType = formTypeOf(procedure)): void {
  const [id] = useState(newId);
  useEffect(() => {
    open.set(procedure, { id, type });
    const stop = whenTracking(() =>
      track({
        name: 'createflow_start',
        createflow_id: id,
        project_id: selectedProject() ?? null,
        form_type: type,
        flow: 'easy',
      }),
    );
    return () => {
      stop();
      if (open.get(procedure)?.id === id) open.delete(procedure);
    };
  }, [procedure, id, type]);
}

/** Tracks the submission of a form, from its own page or elsewhere. */
export function trackSubmit({ procedure, input }: CreationRequest): void {
  const { id, type } = open.get(procedure) ?? { id: newId(), type: formTypeOf(procedure) };
  track({
    name: 'createflow_form_submit',
    createflow_form_id: id,
    model_name: input.model,
    form_type: type,
    flow: 'easy',
  });
  track({
    name: 'creation_started',
    record_id: input.requestId,
    procedure,
    input: creationInputOf(procedure, { ...input }),
  });
}

/** The part of an answer that analytics may receive. */
const dataOf = ({
  status,
  media,
  width,
  height,
  seconds = 0,
  price,
}: TaskView): NonNullable<EventOf<'creation_success'>['data']> => ({ status, media, width, height, seconds, price });

/** Tracks a created task. */
export const trackCreated = ({ procedure }: CreationRequest, task: TaskView): void =>
  track({ name: 'creation_success', record_id: task.id, procedure, data: dataOf(task) });

/** Tracks a failed call; a cancelled one is not a failure. */
export function trackFailed({ procedure, input }: CreationRequest, failure: Failure): void {
  if (failure.kind === 'aborted') return;
  track({
    name: 'creation_failed',
    record_id: input.requestId,
    procedure,
    error: failure.kind === 'product' ? failure.identifier : 'NETWORK',
  });
}
