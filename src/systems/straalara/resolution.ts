import type { Dice } from '../../dice/dice.ts';
import type { Course } from './course.ts';
import { extraDamage, rollBlow } from './damage.ts';
import { netOf } from './defending.ts';
import type { EventOf } from './events.ts';
import { meeting, progressed } from './extended.ts';
import { actualAction } from './lapse.ts';
import { attackPlan, attackSpellCalled } from './maneuvers.ts';
import type { Combatant, Nomination, PendingAttack, SlotNumber } from './model.ts';
import { flaggedUnseen } from './modifiers.ts';
import { act } from './plain-actions.ts';
import { rollPool } from './pools.ts';
import { able, combatantCalled, weaponCalled } from './roster.ts';
import { hold, queue } from './waiting.ts';

/** TAKE, once it may be done: the step's action is carried out (ST-RES). */
export const carryOut = (course: Course, taken: Omit<EventOf<'taken'>, 'type'>, dice: Dice): void => {
  course.happen({ type: 'taken', ...taken });
  const me = combatantCalled(course.now(), taken.who);
  if (me === undefined) return;
  const actual = actualAction(me, taken.as);
  switch (actual.action) {
    case 'none':
    case 'recover':
    case 'continue':
      return;
    case 'trivial':
      trivial(course, me, actual);
      return;
    case 'act':
      act(course, me, actual, dice);
      return;
    case 'spell':
      if (actual.class === 'attack') attack(course, me, taken.slot, actual, dice);
      else act(course, me, actual, dice);
      return;
    case 'brawl':
    case 'melee':
    case 'archery':
    case 'thrown':
      attack(course, me, taken.slot, actual, dice);
  }
};

/** ST-ACT-5. What a weapon is readied for waits for the rest of a simultaneous group (ST-SIM-4). */
const trivial = (course: Course, me: Combatant, { ready, stow }: Nomination): void => {
  for (const [name, isReady] of [
    [ready, true],
    [stow, false],
  ] as const) {
    const weapon = name === undefined ? undefined : weaponCalled(me, name);
    if (weapon)
      course.happen({ type: 'held', what: { kind: 'ready', who: me.name, weapon: weapon.name, ready: isReady } });
  }
};

/** ST-RES-1, steps 1 to 3 of an attack; what needs no answer goes on at once. */
const attack = (course: Course, me: Combatant, slot: SlotNumber, action: Nomination, dice: Dice): void => {
  const state = course.now();
  const plan = attackPlan(me, action, state);
  const target = combatantCalled(state, action.target ?? '');
  if (plan === undefined || target === undefined) return;
  const { maneuver, weapon, spell, base, netAdds, answerableBy } = plan;
  const roll = rollPool(
    { family: 'trait', name: 'attack', parts: plan.parts, marks: plan.marks },
    state.settings,
    dice,
  );
  const record = attackSpellCalled(me, spell);
  const extended = record?.timing === 'extended' ? progressed(me, action, record.goal ?? 1, roll) : undefined;
  const successes = meeting(roll, extended);
  const pending: PendingAttack | undefined =
    successes < 1
      ? undefined
      : {
          attacker: me.name,
          target: target.name,
          slot,
          maneuver,
          weapon,
          spell,
          unseen: flaggedUnseen(me),
          successes,
          base,
          netAdds,
          later: record !== undefined && record.timing !== 'immediate',
          answerableBy,
        };
  const asked = able(target) ? pending : undefined;
  course.happen({
    type: 'attacked',
    who: me.name,
    target: target.name,
    maneuver,
    weapon,
    spell,
    base,
    roll,
    extended,
    pending: asked,
  });
  if (pending !== undefined && asked === undefined) finishAttack(course, pending, 0, dice);
};

/** ST-RES-1, steps 4 to 8: net, damage, soak. What is lost is held until the step's group is over. */
export const finishAttack = (course: Course, pending: PendingAttack, defense: number, dice: Dice): void => {
  const state = course.now();
  const { attacker, target: name, successes, base, netAdds, later } = pending;
  const net = netOf(successes, defense, state.settings);
  const target = combatantCalled(state, name);
  const extra = extraDamage(net, netAdds);
  const blow = net >= 1 && !later && target !== undefined ? rollBlow(target, base, extra, state, dice) : undefined;
  course.happen({ type: 'struck', who: attacker, target: name, attack: successes, defense, net, blow });
  hold(course, name, blow);
  if (net >= 1 && later)
    queue(course, { author: attacker, target: name, what: pending.spell ?? pending.maneuver, damage: { base, extra } });
};
