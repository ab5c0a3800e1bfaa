import type { Game } from '../../../src/rules/game.ts';
import { isAble, type State, stateSchema } from '../../../src/systems/straalara/state.ts';
import type { Pick } from '../../chance.ts';
import { any } from '../any-battle.ts';
import type { Fight, Give } from '../fights.ts';

const stateOf = (game: Game): State => stateSchema.parse(game.save());

const stances = ['offense', 'offense', 'mixed', 'defense'] as const;

/** Nominates an attack, shot or spell at an enemy. */
const nominated = (
  give: Give,
  game: Game,
  actor: string,
  verb: 'declare' | 'nominate',
  pick: Pick,
): Game | undefined => {
  const { combatants } = stateOf(game);
  const me = combatants.find(({ id }) => id === actor);
  const foes = combatants.filter(({ side, id, life }) => id !== actor && life === 'up' && side !== me?.side);
  const target = any(foes, pick)?.id;
  if (me === undefined || target === undefined) return undefined;
  const spells = me.sheet.spells.filter(({ kind }) => kind === 'attack').map(({ name }) => name);
  const ways = [
    ...(pick(2) === 0 ? spells.map((spell) => ({ action: 'spell', spell })) : []),
    { action: 'melee' },
    { action: 'archery' },
    { action: 'thrown' },
    { action: 'brawl' },
  ];
  const stance = verb === 'declare' ? { stance: any(stances, pick) } : {};
  for (const way of ways) {
    const after = give(game, actor, verb, { ...stance, ...way, target });
    if (after !== undefined) return after;
  }
  return undefined;
};

export const fight: Fight = {
  settings: (pick) => ({
    secondActions: pick(2) === 0 ? 'count' : 'wave',
    lapse: ['lose', 'retarget', 'ask'][pick(3)],
    death: pick(2) === 0 ? 'overflow' : 'gm',
  }),
  fought: (give, game, actor, kind, pick) => {
    if (kind !== 'declaration') return undefined;
    return nominated(give, game, actor, 'declare', pick) ?? nominated(give, game, actor, 'nominate', pick);
  },
  round: (saved) => stateSchema.parse(saved).turn,
  able: (saved) =>
    stateSchema
      .parse(saved)
      .combatants.filter(isAble)
      .map(({ id }) => id),
  // ST-RUL-57. The GM reads it, and ends the combat.
  over: (game) =>
    new Set(
      stateOf(game)
        .combatants.filter(isAble)
        .map(({ side }) => side),
    ).size < 2,
};
