import type { Game } from '../../../src/rules/game.ts';
import type { BattleEvent } from '../../../src/systems/straalara/index.ts';
import type { Combatant, State, TurnStep } from '../../../src/systems/straalara/state.ts';
import {
  areSimultaneous,
  currentStep,
  healthLevelOf,
  waitingNominators,
  woundPenalty,
} from '../../systems/straalara/inner.ts';
import { type Facts, facts } from './facts.ts';

type EventOf<Type extends BattleEvent['type']> = Extract<BattleEvent, { type: Type }>;
type Roll = EventOf<'attacked'>['roll'];
type Damage = NonNullable<EventOf<'attack-resolved'>['damage']>;
type Progress = NonNullable<EventOf<'attacked'>['extended']>;

/** A roll as section 6 writes it. */
export const rollRecord = ({ pool, difficulty, dice, hits, ones, successes, outcome }: Roll): Facts => ({
  pool,
  difficulty,
  dice,
  hits,
  ones,
  successes,
  outcome,
});

const targetRecord = (state: State, name: string | undefined): Facts | undefined => {
  const me = state.combatants.find((each) => each.id === name);
  if (me === undefined) return undefined;
  const { lost, overflow, life, dazed } = me;
  return {
    lost,
    overflow,
    level: healthLevelOf(me, state.settings),
    woundPenalty: woundPenalty(me, state.settings) ?? null,
    life,
    dazed,
  };
};

const progressRecord = (extended: Progress | undefined): Facts =>
  extended === undefined ? {} : { progress: extended.progress, goal: extended.goal, completed: extended.completed };

const damageRecord = (damage: Damage | undefined): Facts => ({
  damage: damage?.roll,
  soak: damage?.soak && rollRecord(damage.soak),
  healthLost: damage?.healthLost ?? 0,
});

const groups = (steps: readonly TurnStep[], { settings }: State): readonly (readonly Facts[])[] => {
  const out: Facts[][] = [];
  steps.forEach((step, index) => {
    const { combatant, slot, value, rating } = step;
    const before = steps[index - 1];
    const entry = { combatant, slot, value, rating };
    if (before !== undefined && areSimultaneous(before, step, settings)) out.at(-1)?.push(entry);
    else out.push([entry]);
  });
  return out;
};

/** The step of the attack that waits for its defense; it is not over before that. */
const pendingStep = ({ steps, pendingAttack: attack }: State): TurnStep | undefined =>
  steps.find(({ combatant, slot }) => combatant === attack?.attacker && slot === attack.slot);

/** The remaining steps, in groups, or one by one if the case expects so. */
const stepsLeft = (state: State, expected: unknown): readonly unknown[] => {
  const pending = pendingStep(state);
  const left = groups(
    state.steps.filter((step) => !step.over || step === pending),
    state,
  );
  return Array.isArray(expected) && expected.length > 0 && !Array.isArray(expected[0]) ? left.flat() : left;
};

/** What one event adds to its command's record. Section 6. */
const recorded = (event: BattleEvent): Facts => {
  switch (event.type) {
    case 'attacked': {
      const { maneuver, weapon, spell, roll, extended, pending } = event;
      const attack = { maneuver, weapon, spell, ...rollRecord(roll) };
      const unhit = { net: roll.successes, hit: false, ...damageRecord(undefined) };
      return { attack, ...progressRecord(extended), ...(pending === undefined && unhit), lapsed: undefined };
    }
    case 'defended':
      return {
        defense: event.roll && { maneuver: event.maneuver, with: event.with, ...rollRecord(event.roll) },
      };
    case 'attack-resolved':
      return {
        net: event.net,
        hit: event.net >= 1,
        ...damageRecord(event.damage),
      };
    case 'acted': {
      const { roll, oppose, extended, net, damage } = event;
      return {
        action: rollRecord(roll),
        oppose: oppose && rollRecord(oppose),
        ...progressRecord(extended),
        ...(net === undefined
          ? { net: roll.successes, success: false, hit: false, ...damageRecord(undefined) }
          : { net, success: net >= 1, hit: net >= 1, ...damageRecord(damage) }),
      };
    }
    case 'lapsed':
      return { lapsed: event.code };
    case 'nominations-opened':
      return { nominationOrder: event.order };
    case 'botch-settled':
      return event.damage ? { net: 1, hit: true, ...damageRecord(event.damage) } : {};
    case 'took-effect':
      return event.damage ? damageRecord(event.damage) : {};
    default:
      return {};
  }
};

/** The combatant whose wounds a command's record contains. */
const targetIn = (event: BattleEvent): string | undefined => {
  switch (event.type) {
    case 'attacked':
    case 'attack-resolved':
    case 'acted':
      return event.target;
    case 'healed':
    case 'life-set':
      return event.who;
    case 'botch-settled':
      return event.target;
    case 'took-effect':
      return event.damage && event.entry.target;
    case 'damaged':
      return event.cause === 'gm' ? event.target : undefined;
    default:
      return undefined;
  }
};

/** The record of one command, from its events, in the terms of section 6. */
export const recordOf = (events: readonly BattleEvent[], before: Game): Facts => {
  let record: Facts = {};
  let target: string | undefined;
  let game = before;
  const initiative: Record<string, Facts> = {};
  for (const event of events) {
    game = game.applyEvents([event]);
    const now = game.save() as State;
    // Effects at END are recorded only if the command's own attack or action has done nothing yet.
    if (event.type === 'end-reached' && (record.damage !== undefined || record.hit === false)) break;
    if (event.type === 'initiative-rolled')
      initiative[event.who] = { die: event.die, rating: event.rating, score: event.score };
    if (event.type === 'actions-opened') record = { ...record, steps: groups(now.steps, now) };
    if (event.type === 'damaged' && event.cause === 'gm') record = { ...record, healthLost: event.damage };
    record = { ...record, ...recorded(event) };
    target = targetIn(event) ?? target;
    if (targetIn(event) !== undefined || (event.type === 'damaged' && event.target === target))
      record = { ...record, target: targetRecord(now, target) };
  }
  return { happened: events, ...record, ...(Object.keys(initiative).length > 0 && { initiative }) };
};

const combatantRecord = (me: Combatant, state: State, expected: unknown): Facts => {
  const strings = Array.isArray(facts(expected).actions) && facts(expected).actions;
  const actions = me.actions.map((slot, index) => {
    if (Array.isArray(strings) && typeof strings[index] === 'string') return slot.status;
    if (slot.status === 'empty') return null;
    return { ...slot.as, state: slot.status, status: slot.status };
  });
  const { weapons, spells } = me.sheet;
  const byName = (things: readonly { readonly name: string }[], wanted: unknown) =>
    Array.isArray(wanted) ? things : Object.fromEntries(things.map((each) => [each.name, each]));
  const { extended } = me;
  const begun = extended?.action;
  const named = facts(facts(expected).extended).action;
  return {
    ...me.sheet,
    weapons: byName(weapons, facts(expected).weapons),
    spells: byName(spells, facts(expected).spells),
    ...me,
    name: me.id,
    extended:
      begun && typeof named === 'string'
        ? { ...extended, action: named === begun.spell ? named : begun.action }
        : extended,
    ...targetRecord(state, me.id),
    walkSpeed: me.sheet.walkSpeed ?? state.settings.walkSpeedDefault,
    actions: Array.isArray(strings) ? actions.slice(0, strings.length) : actions,
  };
};

/** The state afterwards, as `expect.final` names it. */
export const finalRecord = (state: State, expected: unknown): Facts => {
  const wanted = facts(facts(expected).combatants);
  const each = state.combatants.map((me) => [me.id, combatantRecord(me, state, wanted[me.id])] as const);
  return {
    ...state,
    steps: stepsLeft(state, facts(expected).steps),
    currentStep: pendingStep(state) ?? currentStep(state),
    endOfTurnQueue: state.endOfTurnQueue.map((entry) => ({ ...entry, combatant: entry.author, spell: entry.what })),
    nominationGroup: waitingNominators(state),
    combatants: Array.isArray(facts(expected).combatants) ? each.map(([, record]) => record) : Object.fromEntries(each),
  };
};
