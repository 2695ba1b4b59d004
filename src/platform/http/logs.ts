/** What is asked of a logger here; pino's is one. The first argument is fields, none of them personal. */
export interface Logs {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What is asked of a logger by work that only tells what fails. */
export type FailureLog = Pick<Logs, 'warn' | 'error'>;
