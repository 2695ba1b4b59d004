import { pino, type DestinationStream, type Logger } from 'pino';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Fields that could identify or reach a person, or grant access. Their values are redacted at any depth. */
const PERSONAL = new Set([
  'email',
  'mail',
  'name',
  'username',
  'password',
  'passwordhash',
  'ip',
  'remoteaddress',
  'useragent',
  'deviceid',
  'prompt',
  'text',
  'token',
  'accesstoken',
  'refreshtoken',
  'csrftoken',
  'sessiontoken',
  'authorization',
  'cookie',
  'cookies',
  'setcookie',
  'secret',
  'apikey',
  'signature',
  'body',
  'headers',
  'phone',
  'address',
  'card',
]);
const LEFT_OUT = '[left out]';
const MAX_DEPTH = 8;

/**
 * JSON logs, one line each, on standard output.
 * @param level the minimum level
 * @param destination another destination, for tests
 */
export function createLogger(level: LogLevel, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { pid: process.pid },
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: Record<string, unknown>) => withoutPersonal(fields, 0),
    },
    serializers: { err: describeError, error: describeError },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

function withoutPersonal(fields: Readonly<Record<string, unknown>>, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, isPersonal(key) ? LEFT_OUT : clean(value, depth)]),
  );
}

function isPersonal(key: string): boolean {
  return PERSONAL.has(key.toLowerCase().replaceAll(/[-_]/g, ''));
}

function clean(value: unknown, depth: number): unknown {
  if (isErrorLike(value)) return describeError(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '[too deep]';
  if (Array.isArray(value)) return value.map((item: unknown) => clean(item, depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  // Other objects may be huge, or contain data that nobody meant to log.
  if (prototype !== null && prototype !== Object.prototype) return Object.prototype.toString.call(value);
  return withoutPersonal({ ...value }, depth + 1);
}

/** An error as fields: kind, message, code, stack and cause, without any data that it may carry. */
function describeError(value: unknown): unknown {
  if (!isErrorLike(value)) return value;
  const code: unknown = Reflect.get(value, 'code');
  const reason: unknown = Reflect.get(value, 'reason');
  const cause: unknown = Reflect.get(value, 'cause');
  return {
    type: value.name,
    message: value.message,
    stack: value.stack,
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof reason === 'string' ? { reason } : {}),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}

function isErrorLike(value: unknown): value is Error {
  return Object.prototype.toString.call(value) === '[object Error]';
}
