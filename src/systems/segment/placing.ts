import { z } from 'zod';
import { err, ok, phrase, ref, refuse, say, several, worded } from '../../core/message.ts';
import type { RulesetLayout } from '../../rules/content.ts';
import { line } from '../../rules/event.ts';
import { mayCommand } from '../../rules/expected-action.ts';
import { type ImportMap, impassableSquares, mapEdges } from '../../rules/grid/map-plan.ts';
import {
  findBarrier,
  findStartingArea,
  formatSquare,
  maxBoardSide,
  type Square,
  squareParam,
  squareSchema,
} from '../../rules/grid/square.ts';
import { combatantParam, doneVerdict, type FindParamOffers, flagParam, squareOffer } from '../../rules/verb.ts';
import {
  offerAllCombatants,
  refuseAction,
  refusePhase,
  requireBattleNotOver,
  requireCombatant,
  requireControlledCombatant,
  requireGmInBattle,
} from './checks.ts';
import { barrierChecksFor, barrierTexts, isSameSquare } from './engagement.ts';
import { type Combatant, event, findByName, findWeapon, isRanged, order, type State, update } from './state.ts';

export const placed = event('placed', {
  facts: { who: z.string(), pos: squareSchema },
  apply: (state, event) => update(state, event.who, () => ({ pos: event.pos })),
  narrate: ({ who, pos }) => line(say`${ref(who)} is placed on ${formatSquare(pos)}.`, 'quiet'),
});

/** True if the combatant still needs a square. Always false without a map. SEG-PLACE-2. */
export const isUnplaced = ({ settings }: State, { pos, life }: Combatant): boolean =>
  settings.useMap && settings.board !== 'none' && pos === undefined && life === 'up';

/** The squares where a combatant may start, best first: archers and casters behind the others. SEG-PLACE-3. */
const startingSquares = (state: State, who: Combatant, teams: readonly string[]): readonly Square[] => {
  const { board } = state.settings;
  if (board === 'none') return [];
  const area = findStartingArea(board.width, board.height, teams.indexOf(who.team));
  const weapon = findWeapon(who, who.hand ?? '');
  const isRear = who.sheet.spells.length > 0 || (weapon !== undefined && isRanged(weapon));
  const footing = barrierChecksFor(state, who.id);
  return (isRear ? area.rear : area.front).filter((each) => footing.onBoard(each) && !footing.isBlocked(each));
};

/** Offers free squares where the combatant may start, best first. SEG-PLACE-1. */
const offerStartingSquares: FindParamOffers<State> = (state, { actor }, { target }) => {
  const who = findByName(state, typeof target === 'string' ? target : actor);
  if (who === undefined) return [];
  const { isTaken } = barrierChecksFor(state, who.id);
  const teams = [...new Set(state.combatants.map(({ team }) => team))];
  return startingSquares(state, who, teams)
    .filter((each) => !isTaken(each))
    .map(squareOffer);
};

/** Places a combatant before the battle, or when the combatant joins later. SEG-PLACE-1, SEG-PLACE-2. */
export const place = order({
  summary: 'Place your combatant on the map, before the battle starts or when it joins later',
  role: 'player',
  params: z.strictObject({
    to: squareParam('The square, like D4'),
    target: combatantParam('Who to place; default: your combatant').optional(),
  }),
  offers: {
    target: (state, call, soFar) =>
      offerAllCombatants(state, call, soFar).filter(({ value }) => mayCommand(call, value)),
    to: offerStartingSquares,
  },
  requires: requireBattleNotOver,
  resolve: (_, call, { target, to }, state) => {
    if (target === undefined && call.gm && findByName(state, call.actor) === undefined)
      return refuseAction('use the option target to choose who to place');
    const who =
      call.gm && target !== undefined
        ? requireCombatant(state, target)
        : requireControlledCombatant(state, call, target);
    if (!who.ok) return who;
    if (!call.gm && state.status !== 'setup' && who.value.pos !== undefined)
      return refusePhase('the battle has started, so only the GM can place combatants again');
    const barrier = findBarrier(barrierChecksFor(state, who.value.id), to);
    if (barrier !== undefined) return refuse('CANNOT_STAND', { problem: barrierTexts[barrier](formatSquare(to)) });
    return placed({ who: who.value.id, pos: to });
  },
});

/** Places combatants without a square, or all. Hidden combatants come last and affect no others. SEG-PLACE-3. */
export const deploy = order({
  summary: 'GM: place everyone, with sides opposite each other',
  role: 'gm',
  params: z.strictObject({ again: flagParam('Also move combatants that are already placed?').default(false) }),
  requires: requireGmInBattle,
  resolve: (draft, _, { again }) => {
    const state = draft.now();
    if (again && state.status !== 'setup')
      return refusePhase(
        'the battle has started; leave out the option again, or place combatants one by one with /battle place',
      );
    const { board, useMap } = state.settings;
    if (!useMap || board === 'none')
      return refuseAction('there is no map to place anyone on; set its size with /battle settings');
    const unseen = state.combatants.flatMap(({ id }) => draft.hiddenFrom(id));
    const all = state.combatants.toSorted(
      (one, other) => Number(unseen.includes(one.id)) - Number(unseen.includes(other.id)),
    );
    const teams = [...new Set(all.map(({ team }) => team))];
    const taken: Square[] = again ? [] : all.flatMap(({ pos, life }) => (pos && life === 'up' ? [pos] : []));
    for (const who of all) {
      const { id, team } = who;
      if (who.pos !== undefined && !again) continue;
      const to = startingSquares(state, who, teams).find((each) => !taken.some((other) => isSameSquare(other, each)));
      if (to === undefined)
        return refuse('BAD_ACTION', {
          problem: say`there is no room left for ${ref(id)} on the edge of ${team}; make the board larger`,
        });
      taken.push(to);
      draft.emit(placed({ who: id, pos: to }));
    }
    return doneVerdict;
  },
});

/** All positions, each written as the correction that sets it. SEG-PLACE-1. */
export const layout: RulesetLayout<State> = {
  placeField: 'position',
  places: ({ combatants }) =>
    combatants.flatMap(({ id, pos }) =>
      pos === undefined ? [] : [{ who: id, field: 'position', value: formatSquare(pos) }],
    ),
};

const maxBlocked = 2000;

/** Converts a saved map to the setting of the board. SEG-RUL-20. */
export const importMap: ImportMap = (plan, walls) => {
  const { columns, rows } = plan;
  if (columns > maxBoardSide || rows > maxBoardSide)
    return err(phrase`a map has at most ${maxBoardSide} columns and rows, but this has ${columns} and ${rows}`);
  const blocked = impassableSquares(plan, walls);
  if (blocked.length > maxBlocked)
    return err(phrase`at most ${maxBlocked} squares can be blocked, but this map blocks ${blocked.length}`);
  const many = blocked.length;
  const says = many === 0 ? `${columns} × ${rows}` : phrase`${columns} × ${rows}, ${many} blocked`;
  return ok({
    by: {
      settings: { useMap: true, board: { width: columns, height: rows, blocked: [...blocked] } },
      key: 'board',
      says,
    },
    imported: [
      phrase`a map of ${columns} × ${rows} squares of 5 feet`,
      ...(many === 0
        ? []
        : [
            worded(
              several(many, say`${many} square that no path may enter`, say`${many} squares that no path may enter`),
            ),
          ]),
    ],
    leftOut: [
      ...(mapEdges(plan).length > 0 && walls === 'none'
        ? [
            worded(
              'walls between squares: Segment Rounds has only blocked squares (walls:north-west or walls:south-east blocks the square beside each wall)',
            ),
          ]
        : []),
      ...(plan.walls.length + many > 0 ? [worded('cover: the GM sets it with /segment cover (SEG-RANGED-5)')] : []),
    ],
  });
};
