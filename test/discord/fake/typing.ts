import { optionsIn, type PlainOption } from './command-rules.ts';
import { channelPayload, memberPayload, userPayload } from './payloads.ts';
import type { Sent } from './sending.ts';
import { type Attached, clientValue, readSlashLine, type SlashLine } from './slash-line.ts';
import type { FakeChannel, FakeUser, StoredCommand, World } from './world.ts';

const file = 11;
const someone = 6;
const somewhere = 7;

const nested = (part: string | undefined, given: readonly object[]) =>
  part === undefined ? given : [{ type: 1, name: part, options: given }];

const dataOf = ({ command, part }: SlashLine, given: readonly object[]) => ({
  id: command.id,
  name: command.name,
  type: 1,
  options: nested(part, given),
});

/** The person that `@Bob` is. */
const called = (world: World, typed: string): FakeUser => {
  const name = typed.replace(/^@/, '');
  const found = [...world.users.values()].find(({ global_name }) => global_name === name);
  if (found === undefined) throw new Error(`There is nobody called ${name}.`);
  return found;
};

/** The channel that `#arena` is, of a kind that the option takes. */
const channelCalled = (world: World, { channel_types: types }: PlainOption, typed: string): FakeChannel => {
  const name = typed.replace(/^#/, '');
  const found = [...world.channels.values()].find(
    (channel) => channel.name === name && (types === undefined || types.includes(channel.type)),
  );
  if (found === undefined) throw new Error(`There is no channel called ${name} to be picked.`);
  return found;
};

const plainValue = (world: World, option: PlainOption, typed: string): string | number | boolean => {
  if (option.type === someone) return called(world, typed).id;
  return option.type === somewhere ? channelCalled(world, option, typed).id : clientValue(option, typed);
};

/** Reads a command from option values instead of a typed line. */
const readGiven = (
  path: string,
  given: Readonly<Record<string, unknown>>,
  commands: readonly StoredCommand[],
): SlashLine => {
  const { command, part, options: none } = readSlashLine(`/${path}`, commands);
  const known = optionsIn(command, part) ?? [];
  const options = Object.entries(given).map(([name, value]) => {
    const option = known.find((each) => each.name === name);
    if (option === undefined) throw new Error(`/${path}: there is no option ${name}.`);
    return { option, typed: String(value) };
  });
  return { command, part, options: [...none, ...options] };
};

export type Line = string | { readonly path: string; readonly given: Readonly<Record<string, unknown>> };

const written = (line: Line): string => (typeof line === 'string' ? line : `/${line.path}`);

const readLine = (line: Line, commands: readonly StoredCommand[]): SlashLine =>
  typeof line === 'string' ? readSlashLine(line, commands) : readGiven(line.path, line.given, commands);

/** A command as the client sends it, with its users and files. Throws if the client would refuse it. */
export const typedCommand = (
  { world, attach }: Sent,
  line: Line,
  commands: readonly StoredCommand[],
  channel: FakeChannel,
  files: Readonly<Record<string, Attached>>,
): object => {
  const read = readLine(line, commands);
  const attachments: Record<string, object> = {};
  const users: Record<string, object> = {};
  const members: Record<string, object> = {};
  const channels: Record<string, object> = {};
  const guild = world.guilds.get(channel.guild ?? '');
  const given = read.options.map(({ option, typed }) => {
    if (option.type === file) {
      const attached = files[typed];
      if (attached === undefined) throw new Error(`${option.name}: no file ${typed} was given`);
      const attachment = attach(attached);
      attachments[attachment.id] = attachment;
      return { type: option.type, name: option.name, value: attachment.id };
    }
    if (option.type === someone) {
      const user = called(world, typed);
      users[user.id] = userPayload(user);
      if (guild?.members.has(user.id)) members[user.id] = { ...memberPayload(guild, user), user: undefined };
    }
    if (option.type === somewhere) {
      const there = channelCalled(world, option, typed);
      channels[there.id] = channelPayload(world, there);
    }
    return { type: option.type, name: option.name, value: plainValue(world, option, typed) };
  });
  const missing = (optionsIn(read.command, read.part) ?? [])
    .filter(({ name, required }) => required && !given.some((each) => each.name === name))
    .map(({ name }) => name);
  if (missing.length > 0) throw new Error(`${written(line)}: ${missing.join(', ')} is required`);
  return { ...dataOf(read, given), resolved: { attachments, users, members, channels } };
};

/** A command that is still being written; its last option is the one being typed. */
export const halfTypedCommand = ({ world }: Sent, line: Line, commands: readonly StoredCommand[]): object => {
  const read = readLine(line, commands);
  const focused = read.options.at(-1)?.option;
  if (!focused?.autocomplete) throw new Error(`${written(line)}: nothing is suggested there`);
  const given = read.options.map(({ option, typed }) => ({
    type: option.type,
    name: option.name,
    value: option === focused ? typed : plainValue(world, option, typed),
    ...(option === focused && { focused: true }),
  }));
  return dataOf(read, given);
};
