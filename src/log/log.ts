import pino from 'pino';

type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal';
/** The lowest level that is logged. */
export type LogLevel = Level | 'silent';

const anId = /^(\d{1,20}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/;

/** Filters ids of Discord and of the bot. Replaces other parts, which may be names. */
const id = (value: string): string =>
  String(value)
    .split(':')
    .map((part) => (anId.test(part) ? part : '…'))
    .join(':');
/** Returns a text of at most 100 plain characters unchanged. Replaces other texts, which users may have typed. */
const wordValue = (value: string): string => (/^[\w .:/[\]-]{1,100}$/.test(value) ? value : '…');
const list = (values: readonly string[]): readonly string[] => values.map(wordValue);
const count = (value: number): number => Number(value);
const flag = (value: boolean): boolean => value === true;
/** A path in the bot's own data directory. */
const path = (value: string): string => String(value);

/** Matches a safe segment of a URL path. Other segments may be tokens. */
const segment = /^([a-z@-]{1,20}|v\d{1,2}|\d{15,20})$/;
const routeOf = (url: string): string =>
  URL.canParse(url)
    ? new URL(url).pathname
        .split('/')
        .map((part) => (part === '' || segment.test(part) ? part : '…'))
        .join('/')
    : '…';

const textAt = (thing: object, key: string): string => {
  const value: unknown = Reflect.get(thing, key);
  return typeof value === 'string' ? value : '';
};
const numberAt = (thing: object, key: string): number | undefined => {
  const value: unknown = Reflect.get(thing, key);
  return typeof value === 'number' ? value : undefined;
};

/** Matches a line of a stack trace, without the error's message. */
const frame = /^ {4}at (async )?([\w.<>$#[\] ]+ \()?(file:\/\/|node:|\/|[A-Z]:\\)[^()\n]*:\d+:\d+\)?$/;
const framesOf = (stack: string, message: string): readonly string[] => {
  const rest = message !== '' && stack.includes(message) ? stack.slice(stack.indexOf(message) + message.length) : stack;
  return rest.split('\n').filter((row) => frame.test(row));
};

/** The message of a Discord error, and the fields that it names. */
const describeDiscordError = (message: string): object => {
  const [first = '', ...rows] = message.split('\n');
  const fields = rows.flatMap((row) => /^[\w.[\]]+\[[A-Z_]+\]/.exec(row)?.[0] ?? []);
  return { message: wordValue(first.replaceAll(/[’',()]/g, '')), ...(fields.length > 0 && { fields }) };
};

const maxDepth = 4;

/** An error's type, code, route and stack, without its message, which may contain user data. */
const failure = (error: unknown, depth = 0): object => {
  if (typeof error !== 'object' || error === null) return { type: typeof error };
  const [message, method, url] = [textAt(error, 'message'), textAt(error, 'method'), textAt(error, 'url')];
  const code = numberAt(error, 'code') ?? textAt(error, 'code');
  const status = numberAt(error, 'status');
  const frames = framesOf(textAt(error, 'stack'), message);
  const cause: unknown = Reflect.get(error, 'cause');
  const errors: unknown = Reflect.get(error, 'errors');
  return {
    type: wordValue(textAt(error, 'name') || 'Error'),
    ...(code !== '' && { code: wordValue(String(code)) }),
    ...(status !== undefined && { status }),
    ...(method !== '' && { method: wordValue(method) }),
    ...(url !== '' && { route: routeOf(url) }),
    ...(status !== undefined && url !== '' && describeDiscordError(message)),
    ...(frames.length > 0 && { stack: frames.join('\n') }),
    ...(cause !== undefined && depth < maxDepth && { cause: failure(cause, depth + 1) }),
    ...(Array.isArray(errors) && depth < maxDepth && { errors: errors.map((each) => failure(each, depth + 1)) }),
  };
};

/** The fields of a log line and their filters. All other fields are dropped. */
const allowedFields = {
  err: (error: unknown): object => failure(error),
  attempts: count,
  battle: id,
  busy: flag,
  bytes: count,
  channel: id,
  code: (code: number | string): number | string => (typeof code === 'number' ? code : wordValue(code)),
  command: wordValue,
  commands: count,
  direct: flag,
  file: path,
  forum: id,
  guild: id,
  /** The number of a failure, which the bot shows so that the user can report it. */
  id: wordValue,
  interaction: id,
  item: id,
  kind: wordValue,
  leftOut: count,
  message: id,
  migrations: list,
  most: count,
  order: id,
  origin: wordValue,
  rule: wordValue,
  seconds: count,
  server: id,
  servers: count,
  shard: count,
  signal: wordValue,
  systems: list,
  user: id,
  verb: wordValue,
  what: wordValue,
} as const;

export type LogFields = {
  readonly [Key in keyof typeof allowedFields]?: Parameters<(typeof allowedFields)[Key]>[0] | undefined;
};

const isAllowed = (key: string): key is keyof typeof allowedFields => Object.hasOwn(allowedFields, key);

const cleaned = (fields: object): Record<string, unknown> => {
  const clean: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields))
    if (value !== undefined && value !== null && isAllowed(key)) {
      const cut: (value: never) => unknown = allowedFields[key];
      clean[key] = cut(value as never);
    }
  return clean;
};

/** A literal string type. Rejects composed strings, which may contain user data. */
type Sentence<Text extends string> = Record<never, never> extends Record<Text, 1> ? never : Text;

type Say = <Text extends string>(fields: LogFields, sentence: Sentence<Text>) => void;

/** The process log. It drops names, texts, seeds and tokens from its input. */
export type Log = Readonly<Record<Level, Say>>;

/** Creates a log that writes each line as JSON at once. Default: to standard output. */
export const createLog = (level: LogLevel, to?: { readonly write: (line: string) => void }): Log => {
  const log = pino(
    { level, formatters: { log: cleaned }, serializers: { err: (clean: unknown) => clean } },
    to ?? pino.destination({ fd: 1, sync: true }),
  );
  const at =
    (each: Level): Say =>
    (fields, sentence) =>
      log[each](fields, sentence);
  return {
    trace: at('trace'),
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    fatal: at('fatal'),
  };
};
