import type { Game } from '../../../src/rules/game.ts';
import { gmViewer } from '../../../src/rules/reader.ts';
import { compassDirections } from '../../../src/rules/view.ts';
import { type Combatant, isAbleToAct, type State, stateSchema } from '../../../src/systems/skure/state.ts';
import type { Pick } from '../../chance.ts';
import type { Fight, Give } from '../fights.ts';
import { as } from './stage.ts';

const stateOf = (game: Game): State => stateSchema.parse(game.save());

const objectives = [
  '',
  '',
  '',
  'hold D4 E4 for 3 rounds',
  'reach H8',
  'fell the captain',
  'red: survive 12 rounds',
  'protect red 0',
];

const distance = (a: Combatant, x: number, y: number): number =>
  a.at === undefined ? 99 : Math.max(Math.abs(a.at.x - x), Math.abs(a.at.y - y));

/** Attacks, charges, breathes or casts if possible. */
const tryAttack = (give: Give, game: Game, me: Combatant): Game | undefined => {
  const enemies = stateOf(game).combatants.filter(({ team, life }) => team !== me.team && life !== 'dead');
  for (const verb of ['charge', 'attack'])
    for (const { value: target } of game.offers(verb, 'target', as(me.id), {}, gmViewer) ?? []) {
      const after = give(game, me.id, verb, { target });
      if (after !== undefined) return after;
    }
  for (const { id: target } of enemies) {
    const after =
      me.sheet.breaths.map(({ name }) => give(game, me.id, 'breath', { breath: name, target })).find((each) => each) ??
      me.sheet.spells
        .filter(({ damage }) => damage > 0)
        .map(({ name }) => give(game, me.id, 'cast', { spell: name, target }))
        .find((each) => each);
    if (after !== undefined) return after;
  }
  return undefined;
};

/** Attacks if possible, otherwise turns to the nearest enemy or moves closer. */
const fought = (give: Give, game: Game, actor: string, kind: string): Game | undefined => {
  if (kind === 'stunt') return give(game, actor, 'rule-stunt', { answer: 'deny' });
  const { turn, combatants } = stateOf(game);
  const me = combatants.find(({ id }) => id === actor);
  if (me === undefined || turn?.who !== actor) return undefined;
  const here = tryAttack(give, game, me);
  if (here !== undefined) return here;
  const [nearest] = combatants
    .filter(({ team, life }) => team !== me.team && life !== 'dead')
    .toSorted((a, b) => distance(a, me.at?.x ?? 0, me.at?.y ?? 0) - distance(b, me.at?.x ?? 0, me.at?.y ?? 0));
  const turned = compassDirections
    .map((facing) => give(game, actor, 'turn', { facing }))
    .find((each) => each !== undefined && give(each, actor, 'attack', { target: nearest?.id ?? '' }) !== undefined);
  if (turned !== undefined) return turned;
  const [moved] = (game.offers('move', 'path', as(actor), {}, gmViewer) ?? [])
    .flatMap(({ value: path }) => give(game, actor, 'move', { path }) ?? [])
    .map((after) => ({ after, at: stateOf(after).combatants.find(({ id }) => id === actor)?.at }))
    .toSorted((a, b) =>
      nearest && a.at && b.at ? distance(nearest, a.at.x, a.at.y) - distance(nearest, b.at.x, b.at.y) : 0,
    );
  return moved?.after ?? give(game, actor, 'end');
};

/** One charge, walls, flyers, objectives; captains on either side. */
export const fight: Fight = {
  settings: (pick: Pick) => ({
    'board.width': 8,
    'board.height': 8,
    'board.blocked': ['', 'D4 E5', 'C3'][pick(3)],
    objective: objectives[pick(objectives.length)],
    'climb.obstacles': pick(3),
    'height.counts': pick(2) === 0 ? 'yes' : 'no',
    'fly.obstacles': pick(2) === 0 ? 'yes' : 'no',
  }),
  fought,
  round: (saved) => stateSchema.parse(saved).round,
  able: (saved) =>
    stateSchema
      .parse(saved)
      .combatants.filter(isAbleToAct)
      .map(({ id }) => id),
  over: (game) => stateOf(game).hintedAt !== undefined,
};
