import { normalizeName, ok, phrase, type Result, refuse } from '../../core/message.ts';
import { gmCaller } from '../../rules/expected-action.ts';
import type { Game } from '../../rules/game.ts';
import type { Ruleset } from '../../rules/ruleset.ts';

/** A number of somebody's that is supposed to be another one. */
export interface WhatIfNumber {
  readonly who: string;
  readonly field: string;
  readonly value: string;
}

/** The longest of these names with which a text begins, and what follows it. */
const splitLongestName = (
  text: string,
  names: readonly string[],
): readonly [name: string, rest: string] | undefined => {
  const name = names
    .filter(
      (each) =>
        normalizeName(text).startsWith(`${normalizeName(each)} `) || normalizeName(text) === normalizeName(each),
    )
    .toSorted((a, b) => b.length - a.length)[0];
  return name === undefined ? undefined : [name, text.slice(name.length).trim()];
};

const example = 'write a name, a field and a number, like Grim hp 40, Ann attack 12';

/**
 * `Grim hp 40, Ann attack 12`: whose number, which, and its value by the grammar of `/gm set`. A part that names nobody belongs to the value
 * before it.
 */
export const parseWhatIfNumbers = (
  text: string,
  game: Game,
  { corrections }: Pick<Ruleset, 'corrections'>,
): Result<readonly WhatIfNumber[]> => {
  const bad = (problem: string) => refuse('bad-input', { option: 'numbers', problem });
  const names = game.roster().flatMap(({ id, actor, parts = [] }) => [id, actor, ...parts]);
  const fields = Object.keys(corrections).join(', ');
  const all: WhatIfNumber[] = [];
  for (const part of text.split(/[,;\n]/).map((each) => each.trim())) {
    if (part === '') continue;
    const whose = splitLongestName(part, names);
    const last = all.at(-1);
    if (whose === undefined) {
      if (last === undefined) return bad(phrase`${part} names no combatant of this battle; ${example}`);
      all[all.length - 1] = { ...last, value: `${last.value}, ${part}` };
      continue;
    }
    const [who, rest] = whose;
    const [field, value] = splitLongestName(rest, Object.keys(corrections)) ?? [];
    if (field === undefined || value === undefined || value === '')
      return bad(
        rest === ''
          ? phrase`a number is missing after ${who}; ${example}. Fields: ${fields}`
          : phrase`${rest} after ${who} is not a field with a number; ${example}. Fields: ${fields}`,
      );
    all.push({ who, field, value });
  }
  return ok(all);
};

/** The battle with these numbers, put right as the GM would; refuses as that would be refused. */
export const applyWhatIfNumbers = (game: Game, numbers: readonly WhatIfNumber[]): Result<Game> => {
  let now = game;
  for (const { who, field, value } of numbers) {
    const noDice = { roll: () => 1, rolledDice: () => [] };
    const outcome = now.act(
      { do: 'correct', field, who, value },
      { ...gmCaller(), moreFollows: true },
      [],
      noDice,
      ({ auto }) => auto,
    );
    if (!outcome.ok) return outcome;
    if (outcome.value.kind === 'decided') now = outcome.value.game;
  }
  return ok(now);
};
