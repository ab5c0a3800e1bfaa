import { Locale } from 'discord.js';
import { z } from 'zod';
import { invalidBody } from './api-error.ts';

/** Discord's rules for slash commands. */
const name = z
  .string()
  .regex(/^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u)
  .refine((text) => text === text.toLowerCase(), 'must be lower case');
const description = z.string().min(1).max(100);
const localizations = z.partialRecord(z.enum(Locale), description).nullish();
const namesIn = z.partialRecord(z.enum(Locale), name).nullish();
const choiceSchema = z.strictObject({
  name: z.string().min(1).max(100),
  name_localizations: localizations,
  value: z.union([z.string().min(1).max(100), z.number()]),
});

const plainOption = z
  .strictObject({
    type: z.union([z.literal(3), z.literal(4), z.literal(5), z.literal(6), z.literal(7), z.literal(10), z.literal(11)]),
    name,
    name_localizations: namesIn,
    description,
    description_localizations: localizations,
    required: z.boolean().optional(),
    autocomplete: z.boolean().optional(),
    choices: z.array(choiceSchema).min(1).max(25).optional(),
    min_value: z
      .number()
      .min(-(2 ** 53))
      .max(2 ** 53)
      .optional(),
    max_value: z
      .number()
      .min(-(2 ** 53))
      .max(2 ** 53)
      .optional(),
    min_length: z.int().min(0).max(6000).optional(),
    max_length: z.int().min(1).max(6000).optional(),
    channel_types: z.array(z.union([z.int().min(0).max(5), z.int().min(10).max(16)])).optional(),
  })
  .superRefine((option, context) => {
    const object = (message: string) => context.addIssue({ code: 'custom', message: `${option.name}: ${message}` });
    const isText = option.type === 3;
    const isNumber = option.type === 4 || option.type === 10;
    if (option.autocomplete && option.choices) object('autocomplete and choices exclude each other');
    if ((option.autocomplete || option.choices) && !isText && !isNumber) object('this kind has no choices');
    if ((option.min_value !== undefined || option.max_value !== undefined) && !isNumber)
      object('only numbers have a range');
    if ((option.min_length !== undefined || option.max_length !== undefined) && !isText)
      object('only texts have a length');
    if (option.channel_types && option.type !== 7) object('only channels have types');
    if ((option.min_value ?? 0) > (option.max_value ?? Number.POSITIVE_INFINITY)) object('its range is empty');
    if (option.choices?.some(({ value }) => (typeof value === 'string') !== isText))
      object('a choice of the wrong kind');
  });
export type PlainOption = z.output<typeof plainOption>;

const subcommand = z.strictObject({
  type: z.literal(1),
  name,
  name_localizations: namesIn,
  description,
  description_localizations: localizations,
  options: z.array(plainOption).max(25).optional(),
});
const commandSchema = z.strictObject({
  type: z.literal(1).default(1),
  name,
  name_localizations: namesIn,
  description,
  description_localizations: localizations,
  options: z.union([z.array(subcommand).min(1).max(25), z.array(plainOption).max(25)]).optional(),
  default_member_permissions: z.string().regex(/^\d+$/).nullish(),
  nsfw: z.boolean().optional(),
  contexts: z.array(z.int().min(0).max(2)).min(1).optional(),
  integration_types: z.array(z.int().min(0).max(1)).min(1).optional(),
});
export type CommandBody = z.output<typeof commandSchema>;

/** A command in the context menu of a message: any name and no description. */
const menuSchema = z.strictObject({
  type: z.union([z.literal(2), z.literal(3)]),
  name: z.string().min(1).max(32),
  description: z.literal('').optional(),
  default_member_permissions: z.string().regex(/^\d+$/).nullish(),
});
export type MenuBody = z.output<typeof menuSchema>;

const isMenu = (command: unknown): boolean =>
  typeof command === 'object' && command !== null && 'type' in command && (command.type === 2 || command.type === 3);

/** The context menu commands in a registration: at most five of each kind. */
export const readMenus = (input: unknown): readonly MenuBody[] => {
  const parsed = z
    .array(menuSchema)
    .max(5)
    .safeParse(Array.isArray(input) ? input.filter(isMenu) : []);
  if (!parsed.success)
    throw invalidBody(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`));
  return parsed.data;
};

/** The options of `/battle create` or of `/attack`. Undefined if there is no such command. */
export const optionsIn = (command: CommandBody, part: string | undefined): readonly PlainOption[] | undefined => {
  const options: readonly (PlainOption | z.output<typeof subcommand>)[] = command.options ?? [];
  if (part === undefined)
    return options.some(({ type }) => type === 1)
      ? undefined
      : options.flatMap((each) => (each.type === 1 ? [] : [each]));
  const found = options.find((option) => option.name === part);
  return found?.type === 1 ? (found.options ?? []) : undefined;
};

const repeated = (names: readonly string[]): readonly string[] =>
  names.filter((each, at) => names.indexOf(each) !== at);

const sizeOf = (value: unknown): number => {
  if (Array.isArray(value)) return value.reduce((sum: number, each) => sum + sizeOf(each), 0);
  if (typeof value !== 'object' || value === null) return 0;
  const entries: readonly [string, unknown][] = Object.entries(value);
  return entries.reduce((sum, [key, each]) => {
    if (/_localizations$/.test(key)) return sum;
    if (typeof each !== 'string' || !/^(name|description|value)$/.test(key)) return sum + sizeOf(each);
    const others = entries.find(([other]) => other === `${key}_localizations`)?.[1] ?? {};
    return sum + Math.max(each.length, ...Object.values(others).map(({ length }: string) => length));
  }, 0);
};

interface NamedPart {
  readonly name: string;
  readonly name_localizations?: Readonly<Record<string, string>> | null | undefined;
}

/** The names that two of these parts have in some language. */
const namedTwice = (parts: readonly NamedPart[]): readonly string[] => [
  ...new Set(
    ['', ...parts.flatMap((part) => Object.keys(part.name_localizations ?? {}))].flatMap((locale) =>
      repeated(parts.map((part) => part.name_localizations?.[locale] ?? part.name)),
    ),
  ),
];

const listFaults = (
  where: string,
  options: readonly (NamedPart & { required?: boolean | undefined; choices?: NamedPart[] | undefined })[],
) => [
  ...namedTwice(options).map((twice) => `${where}: option ${twice} twice`),
  ...(options.some(({ required }, at) => required && options.slice(0, at).some((before) => !before.required))
    ? [`${where}: a required option after an optional one`]
    : []),
  ...options.flatMap(({ name: option, choices = [] }) =>
    namedTwice(choices).map((twice) => `${where} ${option}: choice ${twice} twice`),
  ),
];

const faultsOf = (command: CommandBody): readonly string[] => {
  const size = sizeOf(command);
  const options: readonly (PlainOption | z.output<typeof subcommand>)[] = command.options ?? [];
  return [
    ...(size > 8000 ? [`/${command.name}: ${size} characters, more than 8000`] : []),
    ...listFaults(
      `/${command.name}`,
      options.map((option) => (option.type === 1 ? { ...option, choices: [] } : option)),
    ),
    ...options.flatMap((option) =>
      option.type === 1 ? listFaults(`/${command.name} ${option.name}`, option.options ?? []) : [],
    ),
  ];
};

/** The slash commands in a registration. Throws what Discord would refuse. */
export const readCommands = (input: unknown, where: 'global' | 'guild'): readonly CommandBody[] => {
  const slash = Array.isArray(input) ? input.filter((each) => !isMenu(each)) : input;
  const parsed = z.array(commandSchema).max(100).safeParse(slash);
  if (!parsed.success)
    throw invalidBody(
      parsed.error.issues.map(
        (issue) => `${issue.path.join('.')}: ${issue.message} ${JSON.stringify(issue).slice(0, 400)}`,
      ),
    );
  const problems = [
    ...parsed.data.flatMap(faultsOf),
    ...namedTwice(parsed.data).map((twice) => `/${twice} twice`),
    ...(where === 'guild' && parsed.data.some(({ contexts }) => contexts) ? ['contexts are for global commands'] : []),
  ];
  if (problems.length > 0) throw invalidBody(problems);
  return parsed.data;
};
