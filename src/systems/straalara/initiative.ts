import { z } from 'zod';
import { formatSigned, listing, phrase, ref, refuse, say } from '../../core/message.ts';
import { effectSum } from '../../rules/effects.ts';
import { line, step } from '../../rules/event.ts';
import { standingOrderForMove } from '../../rules/expected-action.ts';
import { doneVerdict, flagParam } from '../../rules/verb.ts';
import { requireGm, requireStage, stageNames } from './checks.ts';
import {
  type Combatant,
  combatantId,
  type Draft,
  event,
  find,
  isAble,
  isCombatRunning,
  order,
  type State,
  update,
} from './state.ts';
import { isNumberVisible } from './visibility.ts';
import { woundPenalty } from './wounds.ts';

/** ST-INIT-1, ST-INIT-2, ST-RUL-6. */
export const initiativeRating = (me: Combatant, { settings, effects }: State): number => {
  const { wits, dexterity } = me.sheet.attributes;
  const rating = wits + dexterity - (woundPenalty(me, settings) ?? 0) + effectSum(effects, me.name, 'initiative');
  return settings.initiativeFloor === 'none' ? rating : Math.max(settings.initiativeFloor, rating);
};

/** ST-INIT-6, ST-RUL-8: the rating by which ties are told apart. */
export const tieBreakRating = (me: Combatant, { settings }: State): number =>
  settings.tieRating === 'unwounded' ? me.sheet.attributes.wits + me.sheet.attributes.dexterity : (me.rating ?? 0);

/** ST-INIT-4, ST-RUL-7: the able that have still to roll, in roster order. */
export const combatantsToRoll = (state: State): readonly Combatant[] =>
  state.stage === 'INITIATIVE' ? state.combatants.filter((each) => isAble(each) && each.score === undefined) : [];

/** ST-INIT-3. ST-INIT-8, ST-RUL-9: the score stays as it is rolled until the turn ends. */
export const rolledInitiative = event(
  'initiative',
  { who: combatantId, die: z.int(), rating: z.int(), score: z.int() },
  {
    apply: (state, { who, rating, score }) => update(state, who, () => ({ rating, score })),
    narrate: ({ who, die, rating, score }, { reader, before }) => {
      const { wits = 0, dexterity = 0 } = find(before, who)?.sheet.attributes ?? {};
      const off = rating - wits - dexterity;
      const told = isNumberVisible(reader, who, 'pools') && (off === 0 || isNumberVisible(reader, who, 'health'));
      const row = [
        step('ST-INIT-1', phrase`wits ${wits} + dexterity ${dexterity}`),
        ...(off === 0 ? [] : [step('ST-INIT-2', phrase`${formatSigned(off)} for wounds and modifiers`)]),
        step('ST-INIT-1', phrase`= rating ${rating}`),
        step('ST-INIT-3', phrase`d10 ${die}`),
        step('ST-INIT-3', phrase`= ${score}`),
      ];
      return line(say`${ref(who)} rolls initiative: ${score}.`, 'plain', told ? [row] : []);
    },
  },
);

/** DECLARE opens, and the order in which all nominate is published. */
export const nominationsOpened = event(
  'nominations-opened',
  { order: z.array(combatantId) },
  {
    apply: (state) => ({ ...state, stage: 'DECLARE' }),
    narrate: ({ order: speakers }, { reader }) => {
      const seen = speakers.filter(reader.canSee).map(ref);
      return line(
        seen.length === 0
          ? 'Now stances and actions are nominated.'
          : say`Now stances and actions are nominated, slowest first: ${listing(seen)}.`,
      );
    },
  },
);

const roll = ({ now, emit, dice }: Draft, me: Combatant): void => {
  const rating = initiativeRating(me, now());
  const die = dice.roll(10, 'initiative');
  emit(rolledInitiative({ who: me.name, die, rating, score: rating + die }));
};

/** INIT and INIT all: ST-INIT-3, ST-INIT-4. */
export const rollInitiative = order({
  summary: 'Roll initiative for this turn',
  role: 'player',
  params: z.strictObject({ all: flagParam('GM: roll for everyone who has not rolled').default(false) }),
  resolve: (draft, call, { all }) => {
    const state = draft.now();
    if (all) {
      if (!isCombatRunning(state)) return refuse('COMBAT_NOT_ACTIVE');
      if (state.stage !== 'INITIATIVE') return refuse('WRONG_STAGE', { stage: stageNames[state.stage] });
      const gm = requireGm(call);
      if (!gm.ok) return gm;
      for (const each of combatantsToRoll(state)) roll(draft, each);
      return doneVerdict;
    }
    const me = requireStage(state, call, 'INITIATIVE');
    if (!me.ok) return me;
    if (me.value.score !== undefined)
      return refuse('ALREADY_ROLLED', { name: ref(me.value.name), score: me.value.score });
    roll(draft, me.value);
    return doneVerdict;
  },
});

export const initiativeStandingOrderKind = standingOrderForMove('must roll initiative', 'roll initiative');
