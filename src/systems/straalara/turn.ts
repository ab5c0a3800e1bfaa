import { filled } from '../../core/message.ts';
import type { Dice } from '../../dice/dice.ts';
import { counting } from '../../rules/bounds.ts';
import { ticked } from '../../rules/effects.ts';
import { checkedAction } from './action-checks.ts';
import type { Course } from './course.ts';
import { rollBlow } from './damage.ts';
import { stillToRoll } from './initiative.ts';
import type { Combatant, Held, Queued, SlotNumber, State } from './model.ts';
import { nominationOrder, speakers } from './nominating.ts';
import { refusals } from './refusals.ts';
import { finishAttack } from './resolution.ts';
import { able, combatantCalled, slotOf } from './roster.ts';
import { applyTogether, nextGroup, openMembers } from './simultaneous.ts';
import { stanceCalled, stepsOf } from './stance.ts';

/**
 * Moves the combat on until it waits for somebody (section 3). Without dice it stops where one must fall: a correction
 * by hand rolls nothing, and `/next` goes on from there. Each move on counts as an event.
 */
export const settle = (course: Course, dice: Dice | undefined): void => {
  const count = counting('events');
  while (moveOn(course, dice)) count('move on');
};

const moveOn = (course: Course, dice: Dice | undefined): boolean => {
  const state = course.now();
  switch (state.stage) {
    case 'SETUP':
    case 'ENDED':
      return false;
    case 'INITIATIVE':
      if (!state.combatants.some(able) || stillToRoll(state).length > 0) return false;
      course.happen({ type: 'nominations-opened', order: [...nominationOrder(state)] });
      return true;
    case 'DECLARE':
      return speakers(state).length > 0 ? openSealed(course, 1) : openActions(course);
    case 'ACTIONS':
      return nextInActions(course, dice);
    case 'END':
      return reachEnd(course, dice);
  }
};

/** ST-NOM-3, ST-STANCE-5: everybody has spoken. */
const openActions = (course: Course): boolean => {
  open(course, 1);
  course.happen({ type: 'actions-opened', steps: [...stepsOf(course.now())] });
  return true;
};

/** Under `declarations: private`: a whole group is opened at once, slowest first. */
const open = (course: Course, slot: SlotNumber): void => {
  const state = course.now();
  const closed = nominationOrder(state).filter((name) => {
    const me = combatantCalled(state, name);
    const action = me && slotOf(me, slot);
    return action?.status === 'nominated' && !action.opened;
  });
  if (closed.length > 0) course.happen({ type: 'opened', who: closed, slot });
};

/** ST-NOM-4: the sealed nomination of one whose moment it is. False when nobody who may speak has sealed one. */
const openSealed = (course: Course, slot: SlotNumber): boolean => {
  const state = course.now();
  for (const name of speakers(state)) {
    const me = combatantCalled(state, name);
    if (me !== undefined && unseal(course, me, slot)) return true;
  }
  return false;
};

const unseal = (course: Course, me: Combatant, slot: SlotNumber): boolean => {
  const { intent, name: who } = me;
  const draft = slot === 1 ? intent.first : intent.second;
  if (draft === undefined || (slot === 1 && intent.stance === undefined)) return false;
  const stance = slot === 1 ? stanceCalled(intent.stance ?? '') : me.stance === 'none' ? undefined : me.stance;
  if (stance === undefined) return false;
  const as = checkedAction(course.now(), me, stance, draft);
  const opened = course.now().settings.declarations === 'open';
  if (!as.ok) {
    const { code, facts } = as.error;
    course.happen({ type: 'seal-broken', who, slot, code, says: filled(refusals[code], facts) });
  } else if (slot === 1) course.happen({ type: 'declared', who, stance, as: as.value, opened, sealed: true });
  else course.happen({ type: 'nominated', who, as: as.value, opened, sealed: true });
  return true;
};

const nextInActions = (course: Course, dice: Dice | undefined): boolean => {
  const state = course.now();
  if (state.pendingAttack !== undefined) return withoutAnswer(course, dice);
  if (state.open !== undefined) return openMembers(state).length === 0 && closeStep(course, state.open.held);
  const group = nextGroup(state);
  if (group.length === 0) {
    course.happen({ type: 'end-reached' });
    return true;
  }
  const dazed = group.filter(({ combatant }) => combatantCalled(state, combatant)?.dazed);
  for (const { combatant: who, slot } of dazed) course.happen({ type: 'step-lost', who, slot });
  if (dazed.length > 0) return true;
  if (speakers(state).length > 0) return openSealed(course, 2);
  open(course, 2);
  course.happen({ type: 'step-opened', members: group.map(({ combatant, slot }) => ({ combatant, slot })) });
  return true;
};

const closeStep = (course: Course, held: readonly Held[]): true => {
  course.happen({ type: 'step-closed' });
  applyTogether(course, held, 'attack');
  return true;
};

/** ST-GM-4: an attack whose target can no longer answer. */
const withoutAnswer = (course: Course, dice: Dice | undefined): boolean => {
  const state = course.now();
  const pending = state.pendingAttack;
  if (pending === undefined) return false;
  const target = combatantCalled(state, pending.target);
  if (combatantCalled(state, pending.attacker) === undefined || target === undefined || target.life === 'dead') {
    course.happen({ type: 'attack-dropped', who: pending.attacker, target: pending.target });
    return true;
  }
  if (able(target) || dice === undefined) return false;
  finishAttack(course, pending, 0, dice);
  return true;
};

const batches = (queue: readonly Queued[]): readonly (readonly Queued[])[] =>
  [...new Set(queue.map(({ batch }) => batch))].map((batch) => queue.filter((entry) => entry.batch === batch));

/** ST-RES-11, then ST-RES-12. */
const reachEnd = (course: Course, dice: Dice | undefined): boolean => {
  const { endOfTurnQueue } = course.now();
  if (dice === undefined && endOfTurnQueue.some(({ damage }) => damage !== undefined)) return false;
  for (const batch of batches(endOfTurnQueue)) {
    const held = batch.flatMap((entry) => tookEffect(course, entry, dice));
    applyTogether(course, held, 'end');
  }
  tick(course, 'end');
  course.happen({ type: 'turn-ended' });
  tick(course, 'start');
  return true;
};

const tookEffect = (course: Course, entry: Queued, dice: Dice | undefined): readonly Held[] => {
  const state = course.now();
  const target = combatantCalled(state, entry.target ?? '');
  if (entry.target !== undefined && (target === undefined || target.life === 'dead')) return [];
  if (entry.damage === undefined || target === undefined || dice === undefined) {
    course.happen({ type: 'took-effect', entry });
    return [];
  }
  const blow = rollBlow(target, entry.damage.base, entry.damage.extra, state, dice);
  course.happen({ type: 'took-effect', entry, blow });
  const { healthLost, dazes } = blow;
  return healthLost > 0 || dazes ? [{ kind: 'wound', target: target.name, healthLost, dazes }] : [];
};

/** Everybody's turn begins and ends with the combat turn, so all effects tick there, whoever they tick for. */
const tick = (course: Course, at: 'start' | 'end'): void => {
  const state: State = course.now();
  const owners = new Set(state.effects.flatMap(({ ticks }) => (ticks.of === undefined ? [] : [ticks.of])));
  let { left, ended } = ticked(state.effects, at);
  for (const owner of owners) {
    const more = ticked(left, at, owner);
    left = more.left;
    ended = [...ended, ...more.ended];
  }
  if (state.effects.some(({ remaining, ticks }) => remaining !== undefined && ticks.at === at))
    course.happen({ type: 'effects-ticked', left: [...left], ended: ended.map(({ who, name }) => ({ who, name })) });
};
