import { z } from 'zod';
import { joined, ref, refuse, say, term } from '../../../core/message.ts';
import { line } from '../../../rules/event.ts';
import { mayCommand } from '../../../rules/expected-action.ts';
import { doneVerdict, type FindParamOffers, textParam } from '../../../rules/verb.ts';
import { finishAttack } from '../attack.ts';
import { botchText, recordBotch } from '../botches.ts';
import { withoutModifiers } from '../modifiers.ts';
import { formatSuccesses, rolledPoolSchema, rollPool, rollRows } from '../pools.ts';
import { defenseNames } from '../sheet.ts';
import { combatantId, event, findByName, isCombatRunning, order, replace, type State } from '../state.ts';
import { isRollVisible } from '../visibility.ts';
import { type LegalDefense, legalDefenses, parseDefense, planDefense } from './plan.ts';

/** The target of an attack rolled a defense, or chose not to defend. ST-DEF-8, ST-DEF-9. */
export const defended = event('defended', {
  facts: {
    who: combatantId,
    maneuver: z.enum([...defenseNames, 'none']),
    with: z.string().optional(),
    roll: rolledPoolSchema.optional(),
  },
  apply: (state, { who, maneuver, with: tool, roll }) =>
    roll === undefined
      ? state
      : replace(state, who, (me) => ({
          ...recordBotch(withoutModifiers(me, 'defend'), roll, {
            roll: 'defense',
            maneuver,
            weapon: maneuver === 'parry' ? tool : undefined,
            batch: state.batch,
          }),
          defensesUsed: me.defensesUsed + 1,
        })),
  narrate: ({ who, maneuver, with: tool, roll }, { reader }) => {
    if (roll === undefined) return line(say`${ref(who)} does not defend.`, 'quiet');
    const how = tool === undefined ? term(maneuver) : say`${term(maneuver)} with ${term(tool)}`;
    const botch = roll.outcome === 'botch';
    return line(
      say`${ref(who)} answers: ${joined([how, formatSuccesses(roll.successes), botch && term(botchText)])}.`,
      botch ? 'bad' : 'plain',
      rollRows(term('defense'), 'ST-POOL-6', roll, isRollVisible(reader, who, roll.parts)),
    );
  },
});

const legalNow = (state: State, actor: string): readonly LegalDefense[] => {
  const attack = state.pendingAttack;
  const me = findByName(state, actor);
  return attack === undefined || me?.id !== attack.target ? [] : legalDefenses(state, me, attack);
};

const none = { value: 'none', label: 'none' };

const offered =
  (part: (params: LegalDefense['params']) => string | undefined): FindParamOffers<State> =>
  (state, { actor }) => {
    const values = legalNow(state, actor).flatMap(({ params }) => part(params) ?? []);
    return [...new Set(values)].map((value) => ({ value, label: value }));
  };

/** Chooses and rolls a defense against the pending attack. ST-DEF-1, ST-DEF-2, ST-DEF-4, ST-STANCE-13. */
export const defend = order({
  summary: 'Answer the attack on you: block, parry, dodge, a spell, or none',
  role: 'player',
  visibility: 'in-sight',
  params: z.strictObject({
    maneuver: textParam('block, parry, dodge, spell or none', 40),
    weapon: textParam('The weapon or shield to parry with', 100).optional(),
    spell: textParam('The defense spell', 100).optional(),
  }),
  offers: {
    maneuver: (state, call, soFar) => [...offered(({ maneuver }) => maneuver)(state, call, soFar), none],
    weapon: offered(({ weapon }) => weapon),
    spell: offered(({ spell }) => spell),
  },
  promptFor: ({ maneuver }) => (maneuver === 'spell' ? ['spell'] : []),
  resolve: (draft, call, { maneuver: words, weapon, spell }) => {
    const state = draft.now();
    if (!isCombatRunning(state)) return refuse('COMBAT_NOT_ACTIVE');
    const attack = state.pendingAttack;
    const me = findByName(state, call.actor);
    if (attack === undefined || me?.id !== attack.target) return refuse('NO_PENDING_ATTACK', { name: ref(call.actor) });
    if (!mayCommand(call, me.id)) return refuse('NOT_CONTROLLER', { name: ref(me.id) });
    const maneuver = parseDefense(words);
    if (maneuver === undefined) return refuse('UNKNOWN_DEFENSE', { maneuver: words });
    if (maneuver === 'none') {
      draft.emit(defended({ who: me.id, maneuver }));
      finishAttack(draft, attack, 0);
      return doneVerdict;
    }
    const plan = planDefense(state, me, attack, maneuver, { weapon, spell });
    if (!plan.ok) return plan;
    const { parts, marks, with: tool } = plan.value;
    const roll = rollPool({ family: 'trait', name: 'defense', parts, marks }, state.settings, draft.dice);
    draft.emit(defended({ who: me.id, maneuver, with: tool, roll }));
    finishAttack(draft, attack, roll.successes);
    return doneVerdict;
  },
});
