import { change, without } from './change.ts';
import { defendingBy } from './defense.ts';
import type { EventOf } from './events.ts';
import { aimWeapon } from './initiative.ts';
import { freshRound } from './joined.ts';
import type { Combatant, State } from './model.ts';

/** SEG-DECL-6: the choices of the round take hold. */
export const closed = (state: State, { silent }: EventOf<'closed'>): State => ({
  ...state,
  phase: 'resolve',
  combatants: state.combatants.map((each) => {
    const declaration = silent.includes(each.id) ? silence : each.declaration;
    if (declaration === undefined) return each;
    const { main, options, pace, target, attacks } = declaration;
    const weapon = options.aim ? aimWeapon(each, declaration) : undefined;
    const aimed = target ?? attacks[0]?.target;
    return {
      ...each,
      declaration,
      noMovement: options.noMovement,
      dodging: main === 'dodge',
      picking: main === 'pick-up',
      pace:
        main === 'move' || main === 'withdraw'
          ? (pace ?? 'walk')
          : main === 'run-attack'
            ? 'run'
            : main === 'dodge' || main === 'move-attack' || main === 'attack-move' || main === 'move-cast'
              ? 'walk'
              : 'none',
      defending: defendingBy(each, declaration),
      ...(weapon !== undefined && aimed !== undefined && { aiming: { weapon, target: aimed } }),
    };
  }),
});

/** SEG-RUL-2. */
const silence: NonNullable<Combatant['declaration']> = {
  main: 'none',
  attacks: [],
  kept: 0,
  byAir: false,
  carried: false,
  options: {
    noMovement: false,
    aim: false,
    doubleShot: false,
    sheathe: [],
    draw: [],
    readyShield: false,
    freeActions: [],
  },
};

/** SEG-INIT-7. */
export const rolled = (state: State, event: EventOf<'initiative-rolled'>): State => {
  const next = change(state, event.who, (before) => ({
    initiatives: event.slots,
    ...(event.pick && {
      pickDegree: event.pick.degree,
      ...(before.declaration && { declaration: { ...before.declaration, kept: event.pick.degree === 1 ? 1 : 0 } }),
    }),
    carried: event.carries,
    ...(event.march && { march: event.march }),
    ...(event.aimCarried && before.aiming && { aimCarried: { ...before.aiming, round: state.round } }),
  }));
  return {
    ...next,
    adHocs: next.adHocs.filter((each) => each.who !== event.who || each.on !== 'initiative'),
  };
};

/** SEG-MOVE-2. */
export const moved = (state: State, { segment, marches }: EventOf<'moved'>): State =>
  marches.reduce<State>(
    (now, { who, covered, steps, done }) =>
      change(now, who, ({ march, pos }) => ({
        pos: steps.at(-1) ?? pos,
        ...(march && { march: { ...march, covered, entered: march.entered + steps.length, done } }),
      })),
    { ...state, clock: { segment, moved: true } },
  );

/** SEG-ROUND-6. */
export const roundEnded = (state: State, event: EventOf<'round-ended'>): State => ({
  ...state,
  round: state.round + 1,
  phase: 'declare',
  clock: undefined,
  ambushRound: false,
  ambushers: [],
  surprises: [],
  freeRulings: [],
  effects: event.effects,
  teamLeft: event.teamLeft,
  combatants: state.combatants.map((each) => {
    const bled = event.bled.find(({ who }) => who === each.id);
    const arms = event.rearmed.find(({ who }) => who === each.id);
    const picked = event.pickedUp.filter(({ who }) => who === each.id).map(({ weapon }) => weapon);
    const life = bled?.life ?? each.life;
    const carried = life === 'up' ? each.carried : undefined;
    const hurt = bled !== undefined && bled.amount > 0;
    return {
      ...each,
      ...freshRound,
      hp: bled?.hp ?? each.hp,
      life,
      stunned: false,
      hand: arms === undefined ? (picked[0] ?? each.hand) : arms.hand,
      offHand: arms === undefined ? each.offHand : arms.offHand,
      atFeet: without(each.atFeet, picked),
      ambushLevel: undefined,
      unseen: state.settings.unseenCheck === 'battle' ? each.unseen : {},
      carried,
      aimCarried: hurt || (each.aimCarried?.round ?? 0) < state.round ? undefined : each.aimCarried,
      declaration:
        carried?.spell === undefined
          ? undefined
          : {
              ...silence,
              main: 'cast',
              spell: carried.spell,
              ...(carried.target !== undefined && { target: carried.target }),
              carried: true,
            },
    };
  }),
});
