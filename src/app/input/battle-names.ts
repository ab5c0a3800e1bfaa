import type { OpenBattle } from '../../battle/saved/store.ts';
import { viewerOf } from '../../battle/views/viewer.ts';
import { normalizeName } from '../../core/message.ts';
import { ownWords } from '../../core/own-words.ts';
import type { CommandOption } from '../../rules/command-options.ts';
import { createReader } from '../../rules/reader.ts';
import type { Asker, CommandInput } from '../command-kit/command.ts';
import type { Need } from '../services.ts';
import { matchName, splitNames } from './match-name.ts';

/** Finds the battle in a channel. Undefined if the battle has ended or there is none. */
export const findActiveBattle = async (
  { channel }: Pick<Asker, 'channel'>,
  { battles }: Need<'battles'>,
): Promise<OpenBattle | undefined> => {
  const battle = await battles.open(channel);
  return battle.ok && battle.value.game.status !== 'ended' ? battle.value : undefined;
};

/** Names that a user may know in a battle: visible combatants and their parts. */
export const knownNames = (battle: OpenBattle, user: string): readonly string[] => {
  const reader = createReader(viewerOf(battle, user));
  const known = battle.game.roster().filter(({ id }) => reader.canSee(id));
  return [...new Set(known.flatMap(({ id, actor, parts = [] }) => [id, actor, ...parts]))];
};

/** Expands short names of visible combatants: `Zom` to Zombie 1. Undefined if nothing was expanded. */
export const expandNames = (
  battle: OpenBattle,
  user: string,
  options: readonly CommandOption[],
  input: CommandInput,
): CommandInput | undefined => {
  const names = knownNames(battle, user);
  const inFull = (typed: string): string => matchName(typed, names, (name) => [name]).found ?? typed;
  const whole = Object.entries(input).map(([key, value]) => {
    const widget = options.find(({ name }) => name === key)?.widget;
    if (typeof value !== 'string') return [key, value];
    const parts = widget === 'list' ? splitNames(value, names).map(inFull) : [];
    return [key, widget === 'list' ? parts.join(', ') : widget === 'combatant' ? inFull(value) : value];
  });
  return whole.some(([key, value]) => value !== input[String(key)]) ? Object.fromEntries(whole) : undefined;
};

/** Replaces a choice's typed label by its value: *F6 for 3 MP* by `F6`. Undefined if no label was typed. */
export const expandOffers = async (
  { channel, user }: Pick<Asker, 'channel' | 'user'>,
  verb: string,
  input: CommandInput,
  { battles }: Need<'battles'>,
): Promise<CommandInput | undefined> => {
  let meant: CommandInput | undefined;
  for (const [option, typed] of Object.entries(input)) {
    if (typeof typed !== 'string' || normalizeName(typed) === '') continue;
    const { [option]: _, ...others } = meant ?? input;
    const offers = (await battles.offers(channel, user, verb, option, others)) ?? [];
    const key = normalizeName(typed);
    if (offers.some(({ value }) => normalizeName(value) === key)) continue;
    const fitting = offers.filter(({ label, value }) =>
      [label, ...ownWords(label), ...ownWords(value)].some((name) => `${normalizeName(name)} `.startsWith(`${key} `)),
    );
    const [only, ...more] = new Set(fitting.map(({ value }) => value));
    if (only !== undefined && more.length === 0) meant = { ...(meant ?? input), [option]: only };
  }
  return meant;
};
