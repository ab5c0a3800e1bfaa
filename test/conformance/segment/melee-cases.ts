import { createScriptedDice } from '../../../src/dice/dice.ts';
import { find } from '../../../src/systems/segment/state.ts';
import {
  distanceInFeet as distance,
  isEngaged as engaged,
  friendThreshold as friendOn,
  meleeMembers as meleeSizes,
  countAttackers as multipleAttackers,
  rollShotIntoMelee as rollIntoMelee,
} from '../../systems/segment/inner.ts';
import type { WorkedCase } from '../case.ts';
import { combatantOf } from './combatant.ts';
import { noDice, type Played, settingsOf } from './played.ts';
import { number, raw, raws, text } from './raw.ts';
import { slotOf, stateOf } from './stage.ts';

export const playEngaged = (worked: WorkedCase): Played => {
  const state = stateOf(
    worked,
    raws(worked.setup.combatants).map((each) => combatantOf(each)),
  );
  const pairs = state.combatants.flatMap((a, n) => state.combatants.slice(n + 1).map((b) => [a, b] as const));
  return [
    {
      engaged: pairs.filter(([a, b]) => engaged(state, a, b)).map(([a, b]) => [a.id, b.id].toSorted()),
      distance: Object.fromEntries(
        pairs.flatMap(([a, b]) => [
          [`${a.id}-${b.id}`, distance(state, a, b)],
          [`${b.id}-${a.id}`, distance(state, a, b)],
        ]),
      ),
    },
    noDice,
  ];
};

export const playMultiple = (worked: WorkedCase): Played => {
  const { setup, action } = worked;
  const combatants = raws(setup.combatants).map((each) => {
    const who = combatantOf(each, { weapons: each.weapons === undefined ? ['arm'] : [] });
    const attacks = who.declaration?.attacks ?? [];
    return {
      ...who,
      initiatives: attacks.map(({ weapon, use, target }, n) =>
        slotOf({ number: n + 1, segment: 8 - n, weapon, use, target }),
      ),
    };
  });
  const state = stateOf(worked, combatants, { phase: 'resolve' });
  const [attacker, target] = [find(state, text(action.attacker)), find(state, text(action.target))];
  if (attacker === undefined || target === undefined) throw new Error('attacker or target is missing');
  return [{ ...multipleAttackers(state, attacker, target) }, noDice];
};

export const playIntoMelee = (worked: WorkedCase): Played => {
  const { rank, masterBowman, specialization } = raw(worked.setup.shooter);
  const friends = Array.from({ length: number(worked.setup.friends) ?? 0 }, (_, n) => `friend ${n + 1}`);
  const script = createScriptedDice([...worked.dice]);
  const rolled = rollIntoMelee(
    {
      rank: number(rank) ?? 0,
      masterBowman: number(masterBowman) ?? 0,
      specialization: specialization === 2 ? 2 : specialization === 1 ? 1 : 0,
    },
    friends,
    number(worked.setup.opponents) ?? 1,
    'target',
    settingsOf(worked),
    script,
  );
  return [{ ...rolled, friendIndex: rolled.index }, { left: () => script.remaining().length }];
};

export const playIntoMeleeGroup = (worked: WorkedCase): Played => {
  const state = stateOf(
    worked,
    raws(worked.setup.combatants).map((each) => combatantOf(each)),
  );
  const [shooter, target] = [find(state, text(worked.action.shooter)), find(state, text(worked.action.target))];
  if (shooter === undefined || target === undefined) throw new Error('shooter or target is missing');
  const { friends, opponents } = meleeSizes(state, shooter, target);
  const none = friends.length === 0;
  return [
    {
      friends: friends.length,
      opponents: opponents.length,
      threshold: none ? undefined : friendOn(friends.length, opponents.length, state.settings),
    },
    noDice,
  ];
};
