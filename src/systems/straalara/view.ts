import { z } from 'zod';
import {
  joined,
  listing,
  listText,
  maskedRef,
  ok,
  phrase,
  ref,
  renderText,
  say,
  several,
  sideTerm,
  type Text,
  term,
  worded,
} from '../../core/message.ts';
import { line } from '../../rules/event.ts';
import { nameLookupForReader } from '../../rules/for-reader.ts';
import type { Reader } from '../../rules/reader.ts';
import {
  type BattleView,
  type CombatantView,
  type Mark,
  mark,
  marksView,
  type TimelineView,
  type TurnOrderView,
} from '../../rules/view.ts';
import { stageNames, walkSpeed } from './checks.ts';
import { actText, currentStep, openGroupSteps } from './delayed.ts';
import { combatantsToRoll, describeStance } from './initiative.ts';
import { aimText, describeAction } from './nomination/action.ts';
import { nextNominators, nominationOrder, waitingNominators } from './nomination/nomination.ts';
import { type Combatant, find, isCombatRunning, query, type State, slotOf, type TurnStep } from './state.ts';
import { isNominationVisible, isNumberVisible } from './visibility.ts';
import { describeHealth, describeLastSide, healthGauge } from './wounds.ts';

const describePhase = ({ stage, turn, pendingAttack }: State): string => {
  if (stage === 'SETUP') return worded('Set-up');
  if (stage === 'ENDED') return worded('Ended');
  return phrase`Turn ${turn}: ${term(pendingAttack === undefined ? stageNames[stage] : 'a defense')}`;
};

/** True if the reader may see the stance, which is as secret as the first nominated action. ST-NOM-4. */
const isStanceVisible = (reader: Reader, me: Combatant): boolean =>
  me.stance !== 'none' && (me.actions[0].status === 'empty' || isNominationVisible(reader, me, me.actions[0]));

const combatantMarks = (me: Combatant, state: State, reader: Reader): readonly Mark[] => {
  const { extended, intent, openBotch, modifiers } = me;
  const own = reader.isControlled(me.id);
  return [
    ...(me.life === 'up' ? [] : [mark(me.life)]),
    ...(isNumberVisible(reader, me.id, 'health') && me.life === 'up' && me.lost > 0
      ? [mark(describeHealth(me, state, reader) ?? '', 'blood')]
      : []),
    ...(me.dazed ? [mark('dazed', 'stun')] : []),
    ...(isStanceVisible(reader, me) ? [mark(describeStance(me), me.stance === 'defense' ? 'guard' : 'bolt')] : []),
    ...me.actions.flatMap((slot) =>
      slot.status === 'nominated' && isNominationVisible(reader, me, slot) ? mark(describeAction(slot.as)) : [],
    ),
    ...(extended && isNumberVisible(reader, me.id, 'progress')
      ? [mark(say`${describeAction(extended.action)}: ${extended.progress}/${extended.goal}`)]
      : []),
    ...(own && (intent.first || intent.second || intent.stance) ? [mark('sealed nomination')] : []),
    ...(openBotch && reader.gm ? [mark('botch to settle')] : []),
    ...(modifiers.length > 0 && reader.gm ? [mark('modified')] : []),
  ];
};

const describeSheet = (me: Combatant, state: State): readonly string[] => {
  const { attributes, abilities, armor, weapons, spells, notes } = me.sheet;
  const figures = (record: Readonly<Record<string, number>>) =>
    listText(Object.entries(record).map(([name, n]) => say`${term(name)} ${n}`));
  const gear = weapons.map(({ name, ready, broken }) =>
    broken ? phrase`${term(name)} (broken)` : ready ? worded(name) : phrase`${term(name)} (stowed)`,
  );
  return [
    figures(attributes),
    ...(Object.keys(abilities).length > 0 ? [figures(abilities)] : []),
    phrase`armor ${armor}, walks ${walkSpeed(me, state.settings)} m a turn (${me.moved} m used)`,
    ...(gear.length > 0 ? [listText(gear)] : []),
    ...(spells.length > 0 ? [listText(spells.map(({ name, kind }) => phrase`${term(name)} (${term(kind)})`))] : []),
    ...(notes ? [notes] : []),
  ];
};

/** A combatant as one reader may see it. */
export const combatantView = (state: State, reader: Reader, me: Combatant): CombatantView => {
  const health = healthGauge(me, state, reader);
  return {
    id: me.id,
    actor: me.id,
    side: me.side,
    life: me.life === 'up' ? 'up' : me.life === 'dead' ? 'out' : 'down',
    gauges: health ? [health] : [],
    ...marksView(combatantMarks(me, state, reader), nameLookupForReader(reader)),
    marksSayLife: me.life !== 'up',
    place: undefined,
    sheet: isNumberVisible(reader, me.id, 'sheet') ? describeSheet(me, state) : [],
  };
};

/** The order before actions begin: combatants with a score, slowest first, then those still to roll. */
const rollAndNominationOrder = (state: State): readonly TurnOrderView[] => {
  const now = nextNominators(state);
  const left = waitingNominators(state);
  const early = state.combatants.flatMap(({ id, score }) => (score === undefined ? [] : [id]));
  const order = state.stage === 'DECLARE' ? nominationOrder(state) : state.stage === 'INITIATIVE' ? early : [];
  return [
    ...order.map((id): TurnOrderView => {
      const note = phrase`initiative ${find(state, id)?.score ?? 0}`;
      return { id, note, state: now.includes(id) ? 'now' : left.includes(id) ? 'next' : 'done' };
    }),
    ...combatantsToRoll(state).map(({ id }): TurnOrderView => ({ id, note: worded('to roll'), state: 'now' })),
  ];
};

/** True if this step acts now. False during a defense, because the next combatant may be hidden. */
const isNow = (state: State, step: TurnStep): boolean => {
  const now = state.pendingAttack === undefined ? currentStep(state) : undefined;
  return now !== undefined && now.combatant === step.combatant && now.slot === step.slot;
};

const stepOrder = (state: State): readonly TurnOrderView[] =>
  state.steps.map((step) => ({
    id: step.combatant,
    note: step.slot === 2 ? phrase`${step.value}, second action` : `${step.value}`,
    state: step.over ? 'done' : isNow(state, step) ? 'now' : 'next',
  }));

const describeStep = (state: State, step: TurnStep, reader: Reader): string => {
  const me = find(state, step.combatant);
  const slot = me && slotOf(me, step.slot);
  if (me === undefined || slot === undefined || slot.status === 'empty' || !isNominationVisible(reader, me, slot))
    return worded(step.slot === 2 ? 'second action' : 'action');
  const words = slot.as ? renderText(describeAction(slot.as), nameLookupForReader(reader)) : worded('nothing');
  if (slot.status === 'nominated' || slot.status === 'taken') return words;
  return phrase`${term(slot.status, 'straalara')}: ${words}`;
};

/** The countdown of actions. Undefined before actions begin, because its length would reveal stances. ST-STANCE-5. */
const buildTimeline = (state: State, reader: Reader): TimelineView | undefined => {
  const seen = state.steps.filter(({ combatant }) => reader.canSee(combatant));
  if (state.stage !== 'ACTIONS' || seen.length === 0) return undefined;
  const labels = [...new Set(seen.map((step) => formatStepLabel(state, step)))];
  return {
    label: 'Acting order',
    slots: labels.map((label) => {
      const steps = seen.filter((step) => formatStepLabel(state, step) === label);
      return {
        label,
        now: steps.some((step) => reader.canSeeTurnOf(step.combatant) && isNow(state, step)),
        entries: steps.map((step) => ({
          id: step.combatant,
          what: describeStep(state, step, reader),
          done: step.over,
        })),
      };
    }),
  };
};

const formatStepLabel = ({ settings }: State, { value, slot }: TurnStep): string =>
  settings.secondActions === 'wave' && slot === 2 ? phrase`${value}, second wave` : String(value);

const buildNotes = (state: State, reader: Reader): readonly Text[] => {
  const seen = (names: readonly string[]): readonly Text[] => names.filter(reader.canSee).map(ref);
  const silent = seen(waitingNominators(state));
  const { pendingAttack: attack, elapsedSeconds: time } = state;
  const passed = several(time, say`${time} second has passed.`, say`${time} seconds have passed.`);
  const together = seen(openGroupSteps(state).map(({ combatant }) => combatant));
  const oneLeft = isCombatRunning(state) ? describeLastSide(state, reader) : undefined;
  return [
    ...(isCombatRunning(state) ? [passed] : []),
    ...(silent.length > 0 ? [say`Still to nominate: ${listing(silent)}.`] : []),
    ...(attack && reader.canSee(attack.target)
      ? [say`${ref(attack.target)} must answer an attack by ${maskedRef(attack.attacker)}.`]
      : []),
    ...(together.length > 1 ? [say`${listing(together)} act simultaneously.`] : []),
    ...state.endOfTurnQueue
      .filter(({ author }) => reader.canSee(author))
      .map(({ what, target }) => say`At the end of the turn: ${aimText(actText(what), target)}.`),
    ...state.combatants.flatMap((me) => describeSealed(me, reader)),
    ...(oneLeft === undefined ? [] : [oneLeft]),
  ];
};

/** Describes a sealed nomination, for its owner and the GM only. */
const describeSealed = (me: Combatant, reader: Reader): readonly Text[] => {
  if (!reader.isControlled(me.id)) return [];
  const { stance, first, second } = me.intent;
  const words = [
    ...(stance ? [say`${term(stance)} stance`] : []),
    ...(first ? [describeAction(first)] : []),
    ...(second ? [say`second action ${describeAction(second)}`] : []),
  ];
  return words.length > 0 ? [say`${ref(me.id)} has sealed: ${joined(words)}.`] : [];
};

/** The battle as one reader may see it: an acting order and a countdown, but no map. ST-MOVE-2, ST-GM-5. */
export const view = (state: State, reader: Reader): BattleView => {
  const order = state.stage === 'ACTIONS' ? stepOrder(state) : rollAndNominationOrder(state);
  return {
    status: state.stage === 'SETUP' ? 'setup' : isCombatRunning(state) ? 'active' : 'ended',
    phase: describePhase(state),
    round: state.turn,
    combatants: state.combatants.filter(({ id }) => reader.canSee(id)).map((me) => combatantView(state, reader, me)),
    order: order.filter(({ id }) => reader.canSee(id)),
    board: undefined,
    timeline: buildTimeline(state, reader),
    notes: buildNotes(state, reader).map((note) => renderText(note, nameLookupForReader(reader))),
    outcome:
      state.outcome &&
      (state.outcome.winner
        ? phrase`${sideTerm(state.outcome.winner)}: ${term(state.outcome.reason)}`
        : worded(state.outcome.reason)),
  };
};

/** Shows stage, order, stances, nominations and health, as far as the reader may see them. ST-GM-5. */
export const battleStateQuery = query({
  summary: 'Show the state of the combat: turn, order, stances, nominations, health',
  params: z.strictObject({}),
  answer: (now, _call, _params, reader) => {
    const { phase, order } = view(now, reader);
    return ok({
      title: phase,
      lines: [
        ...now.combatants.map((me) => {
          const health = healthGauge(me, now, reader);
          const parts = [
            ...(health ? [say`${term(health.label)} ${term(health.text)}`] : []),
            ...combatantMarks(me, now, reader).map(({ label: says }) => says),
          ];
          return line(say`${ref(me.id)}: ${parts.length > 0 ? joined(parts) : term('ready')}.`);
        }),
        ...order.map((each) => line(say`${ref(each.id)}: ${each.note}.`, each.state === 'done' ? 'quiet' : 'plain')),
        ...buildNotes(now, reader).map((note) => line(note, 'quiet')),
      ],
    });
  },
});
