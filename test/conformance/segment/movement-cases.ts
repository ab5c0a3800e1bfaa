import { effectiveDex, find, mainActionKinds } from '../../../src/systems/segment/state.ts';
import {
  allowanceFeet,
  effectiveTmr,
  attacksLostByAction as lostByMain,
  paces,
  movementRate as rateOf,
  squaresBySegment,
} from '../../systems/segment/inner.ts';
import type { WorkedCase } from '../case.ts';
import { castOf } from './cast.ts';
import { byName, declareAll, giveAll, openDeclarations } from './close-cases.ts';
import { combatantOf } from './combatant.ts';
import { noDice, type Played, single } from './played.ts';
import { list, maybeRaw, number, type Raw, raw, raws, square, text } from './raw.ts';
import { runRound } from './round-cases.ts';
import { attackSlot, type Stage, slotOf, stageOf, stateOf } from './stage.ts';

export const playAttackMove = (worked: WorkedCase): Played => {
  const given = maybeRaw(worked.setup.combatant) ?? {};
  const attacks = list(worked.setup.attackSegments).map(Number);
  const segments = attacks.length > 0 ? attacks : [number(worked.setup.lastAttackSegment) ?? 10];
  const gone = list(worked.setup.lostOrForgone).map(Number);
  const who = combatantOf({ ...given, declaration: { main: 'attack-move' } }, { weapons: ['sword'] });
  const [weapon] = who.sheet.weapons;
  if (weapon === undefined) throw new Error('no weapon');
  const state = stateOf(
    worked,
    [
      {
        ...who,
        initiatives: [
          ...segments.map((segment, n) =>
            attackSlot(weapon, 'T', {
              number: n + 1,
              segment,
              status: gone.includes(segment) ? 'lost' : 'done',
              ...(!gone.includes(segment) && { at: segment }),
            }),
          ),
          // An additional attack that is given up before the movement.
          attackSlot(weapon, 'T', { number: segments.length + 1, segment: Math.max(...segments), status: 'waiting' }),
        ],
        march: { route: { squares: [] }, rate: 2, covered: 0, entered: 0, done: false, spared: [] },
      },
    ],
    { phase: 'resolve', clock: { segment: Math.min(...segments), moved: true } },
  );
  const stage = stageOf(state, worked.dice);
  stage.order(who.id, 'forgo');
  const event = stage.events().find((each) => each.type === 'movement-after-attack-scheduled');
  const begins = event?.begins;
  const segmentsMoved = begins === undefined ? 0 : Math.min(10, begins);
  const feet = (segmentsMoved * 2 * effectiveTmr(state, who)) / 40;
  return [
    {
      begins,
      segmentsMoved,
      feet,
      squares: Math.floor(feet / 5),
      degree: event?.roll?.degree,
      lastAttackSegment: event?.last,
    },
    stage,
  ];
};

export const playMovement = (worked: WorkedCase): Played => {
  const who = combatantOf(single(worked));
  const { mode, drink, pace } = worked.action;
  const pay = maybeRaw(drink)?.pay ?? drink;
  const found = [...mainActionKinds, ...paces].find((each) => each === mode) ?? 'walk';
  const walking = paces.find((each) => each === pace) ?? 'walk';
  const rate = rateOf(found, walking, pay === 'movement') ?? 0;
  const state = stateOf(worked, [who]);
  const tmr = effectiveTmr(state, who);
  const normal = who.sheet.attacks;
  const main = mainActionKinds.find((each) => each === mode);
  const drinking = pay === 'attacks' ? Math.ceil(normal / 2) : 0;
  const lost =
    main === undefined || main === 'move' ? drinking : Math.min(normal, lostByMain(state, main, normal) + drinking);
  return [
    { allowance: allowanceFeet(rate, tmr), squaresBySegment10to1: squaresBySegment(rate, tmr), attacksLost: lost },
    noDice,
  ];
};

export const playForceMove = (worked: WorkedCase): Played => {
  const given = single(worked);
  const left = number(given.attacksLeft) ?? number(worked.setup.attacksLeft) ?? number(worked.action.attacksLeft) ?? 0;
  const who = combatantOf(given);
  const slots = Array.from({ length: left }, (_, n) => slotOf({ number: n + 1, segment: 5 - n }));
  const state = stateOf(worked, [{ ...who, initiatives: slots }], {
    phase: 'resolve',
    clock: { segment: 6, moved: true },
  });
  const stage = stageOf(state, worked.dice);
  const feet = number(worked.action.feet) ?? 5;
  const target = text(worked.action.who) ?? who.id;
  const error = stage.order('GM', 'force-move', { target, feet }, worked.action.by ?? 'GM');
  if (error !== undefined) return [{ error, changes: 'none' }, stage];
  const event = stage.events().find((each) => each.type === 'force-moved');
  const after = find(stage.state(), who.id);
  const open = after?.initiatives.filter(({ status }) => status === 'pending').length ?? 0;
  return [
    {
      check: event?.roll?.target,
      prone: after?.prone,
      interrupted: event?.interrupted,
      remainingActions: after?.actionsLost === undefined ? open : 0,
      effectiveDex: effectiveDex(who),
    },
    stage,
  ];
};

export const playPush = (worked: WorkedCase): Played => {
  const { by, on, squares, feet } = worked.action;
  const values = raws(worked.setup.combatants);
  const who = values.some(({ name }) => name === by) ? String(by) : (text(values[0]?.name) ?? 'A');
  const state = stateOf(
    worked,
    values.map((each) => combatantOf(each)),
    { phase: 'resolve', clock: { segment: 5, moved: true }, pending: { kind: 'push', who, on: String(on) } },
  );
  const stage = stageOf(state, worked.dice);
  const path = list(squares)
    .flatMap((each) => square(each) ?? [])
    .map(({ x, y }) => `${x},${y}`)
    .join(' ');
  const before = JSON.stringify(stage.state());
  const error = stage.order(who, 'push', { target: on, path, ...(number(feet) !== undefined && { feet }) }, by);
  if (error !== undefined)
    return [{ error, changes: JSON.stringify(stage.state()) === before ? 'none' : 'some' }, stage];
  const pos = find(stage.state(), String(on))?.pos;
  const event = stage.events().find((each) => each.type === 'pushed');
  const at = pos && [pos.x, pos.y];
  return [{ pos: maybeRaw(worked.expect.pos) ? { [String(on)]: at } : at, feet: event?.feet ?? 0 }, stage];
};

/** Movement cases give no dice for attacks: they come last and miss. */
const lateAndMissing = (strikes: number): readonly number[] => [
  ...Array.from({ length: strikes }, () => 1),
  ...Array.from({ length: 2 * strikes }, () => 100),
];

export const playMoveRound = (worked: WorkedCase): readonly [Raw, Stage] => {
  const values = raws(worked.setup.combatants);
  const declarations = values.flatMap((value) => {
    const declared = maybeRaw(value.declaration);
    return declared === undefined || value.stunned === true || (number(value.hp) ?? 1) <= 0
      ? []
      : [{ who: value.name, ...declared }];
  });
  const cast = castOf(
    values.map(({ declaration: _declared, ...value }) => value),
    declarations,
    false,
    raw(worked.setup.positions),
  );
  const from = openDeclarations(worked, cast);
  const asked = stageOf(from, []);
  giveAll(asked, cast.declarations);
  const strikes = asked.state().combatants.reduce((sum, { declaration }) => sum + (declaration?.kept ?? 0), 0);
  const unsaid = worked.dice.length === 0 && strikes > 0;
  const stage = stageOf(from, unsaid ? lateAndMissing(strikes) : worked.dice);
  const error = declareAll(stage, cast.declarations);
  if (error !== undefined) return [{ error }, stage];
  const enteredOn: Record<string, number[]> = Object.fromEntries(from.combatants.map(({ id }) => [id, []]));
  runRound(stage);
  let segment = 10;
  for (const event of stage.events()) {
    if (event.type === 'segment-began') segment = event.segment;
    if (event.type === 'free-moved' && event.to !== undefined) enteredOn[event.who]?.push(segment);
    if (event.type === 'moved')
      for (const { who, steps } of event.marches) for (const _ of steps) enteredOn[who]?.push(event.segment);
  }
  const result = { pos: byName(stage.state(), ({ pos }) => pos && [pos.x, pos.y]), enteredOn };
  return [result, unsaid ? { ...stage, left: () => 0 } : stage];
};
