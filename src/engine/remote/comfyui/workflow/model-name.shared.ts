const PREFIX = 'workflow/';
/** The name of an imported workflow's model. */
export const workflowModel = (id: string): string => `${PREFIX}${id}`;
/** The id of the workflow of a model; undefined for other models. */
export const workflowIdOf = (model: string): string | undefined =>
  model.startsWith(PREFIX) ? model.slice(PREFIX.length) : undefined;
