import type { OpenBattle } from '../../battle/saved/store.ts';
import { viewerOf } from '../../battle/views/viewer.ts';
import type { CommandOption } from '../../rules/command-options.ts';
import { createReader } from '../../rules/reader.ts';
import type { CommandInput } from '../command-kit/command.ts';
import { matchName } from './match-name.ts';

/** Whom somebody may name: those they know of, with the parts of a body of several. */
const knownNames = (battle: OpenBattle, user: string): readonly string[] => {
  const reader = createReader(viewerOf(battle, user));
  const known = battle.game.roster().filter(({ id }) => reader.canSee(id));
  return [...new Set(known.flatMap(({ id, actor, parts = [] }) => [id, actor, ...parts]))];
};

/**
 * What was typed for a verb or query, with names cut short in full, by those alone whom the asker knows of (`matchName`): `Zom` is
 * Zombie 1 where no other name begins so. Nothing where no name was cut short.
 */
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
    if (widget === 'combatant') return [key, inFull(value)];
    return [
      key,
      widget === 'list'
        ? value
            .split(',')
            .map((part) => inFull(part.trim()))
            .join(', ')
        : value,
    ];
  });
  return whole.some(([key, value]) => value !== input[String(key)]) ? Object.fromEntries(whole) : undefined;
};
