/** Who acts by the operator's commands; no user has this id. */
export const COMMAND_LINE = 'operator:cli';
