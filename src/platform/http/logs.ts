/** The logger interface used here; pino satisfies it. The first argument is fields, none of them personal. */
export interface Logs {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** A logger for work that only reports failures. */
export type FailureLog = Pick<Logs, 'warn' | 'error'>;
