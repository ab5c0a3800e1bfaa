import type { Game } from '../../../src/rules/game.ts';
import { isAble, type State, stateSchema } from '../../../src/systems/segment/state.ts';
import type { Pick } from '../../chance.ts';
import type { Fight, Give } from '../fights.ts';

const stateOf = (game: Game): State => stateSchema.parse(game.save());

/** Sometimes casts at an enemy, shoots or attacks one in reach, and otherwise follows the suggestion. */
const declared = (give: Give, game: Game, actor: string, pick: Pick): Game | undefined => {
  const { combatants } = stateOf(game);
  const me = combatants.find(({ id }) => id === actor);
  const foes = combatants.filter(({ team, life }) => team !== me?.team && life === 'up');
  const spells = pick(3) === 0 ? (me?.sheet.spells ?? []) : [];
  const weapons = pick(2) === 0 ? (me?.sheet.weapons ?? []) : [];
  for (const { id: target } of foes) {
    const after =
      spells
        .map(({ name: spell }) => give(game, actor, 'declare', { action: 'cast', spell, target }))
        .find((each) => each) ??
      weapons
        .map(({ name: weapon }) =>
          give(game, actor, 'declare', { action: 'attack', weapon, target, options: `draw ${weapon}` }),
        )
        .find((each) => each);
    if (after !== undefined) return after;
  }
  return undefined;
};

export const fight: Fight = {
  settings: (pick) => ({
    autoEnd: true,
    board: pick(4) === 0 ? 'none' : { width: 12, height: 10, blocked: pick(2) === 0 ? [] : [{ x: 5, y: 5 }] },
    contingency: ['one', 'ask', 'auto'][pick(3)],
    ties: pick(2) === 0 ? 'order' : 'simultaneous',
    autoFreeAttack: pick(2) === 0,
    freeAttackFlyer: pick(2) === 0,
  }),
  fought: (give, game, actor, kind, pick) => (kind === 'declaration' ? declared(give, game, actor, pick) : undefined),
  round: (saved) => stateSchema.parse(saved).round,
  able: (saved) =>
    stateSchema
      .parse(saved)
      .combatants.filter(isAble)
      .map(({ id }) => id),
  stroke: (saved) => {
    const { settings, clock } = stateSchema.parse(saved);
    return settings.ties === 'simultaneous' ? clock?.segment : undefined;
  },
  over: () => false,
};
