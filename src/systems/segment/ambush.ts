import { z } from 'zod';
import { type Message, ref, refuse, say, sentences, type Text, term } from '../../core/message.ts';
import { line, step } from '../../rules/event.ts';
import { combatantsParam, type FindParamOffers, flagParam } from '../../rules/verb.ts';
import { rollAttributeDegree } from './attribute-checks.ts';
import {
  describePhase,
  offerAllCombatants,
  refusePhase,
  requireCombatant,
  requireControlledCombatant,
  requireGmInBattle,
  requireQuestion,
} from './checks.ts';
import { degreeRollSchema, event, findByName, order, type State, update } from './state.ts';
import { degreeRowsFor, describeVisibleCombatants } from './visibility.ts';

/** What a victim notices, by ambush level. A victim at level 5 is wholly surprised. SEG-AMB-3. */
const describeNotice = (who: Text, level: number): Message => {
  if (level === 1) return say`${who} notices the ambush just before it begins (level ${level}).`;
  if (level === 2) return say`${who} notices the ambush as it begins (level ${level}).`;
  if (level === 3) return say`${who} is half surprised (level ${level}).`;
  return level === 4 ? say`${who} is surprised (level ${level}).` : say`${who} is wholly surprised (level ${level}).`;
};

export const ambushed = event('ambushed', {
  facts: {
    ambushers: z.array(z.string()),
    victims: z.array(z.strictObject({ who: z.string(), roll: degreeRollSchema, level: z.int() })),
  },
  apply: (state, event) => {
    const noticing = event.victims.filter(({ level }) => level === 1).map(({ who }) => who);
    const levels = event.victims.reduce(
      (now, { who, level }) => update(now, who, () => ({ ambushLevel: level })),
      state,
    );
    return {
      ...levels,
      ambushRound: true,
      ambushers: event.ambushers,
      pending: noticing.length > 0 && event.victims.length > 1 ? { kind: 'shout', waiting: noticing } : undefined,
    };
  },
  narrate: ({ victims }, { reader }) => [
    line('An ambush!', 'bad', [[step('SEG-AMB-2', 'each victim rolls PER')]]),
    ...victims.map(({ who, level, roll }) =>
      line(describeNotice(ref(who), level), 'plain', degreeRowsFor(reader, who, 'SEG-AMB-2', term('PER'), roll)),
    ),
  ],
});

/** A victim of an ambush shouted a warning, or chose not to. SEG-AMB-4. */
export const shouted = event('shouted', {
  facts: { who: z.string(), shouts: z.boolean(), improved: z.array(z.string()) },
  apply: (state, event) => {
    const { pending } = state;
    const waiting = pending?.kind === 'shout' ? pending.waiting.filter((each) => each !== event.who) : [];
    const next = event.improved.reduce(
      (now, who) => update(now, who, ({ ambushLevel }) => ({ ambushLevel: Math.max(1, (ambushLevel ?? 1) - 1) })),
      state,
    );
    return { ...next, pending: event.shouts || waiting.length === 0 ? undefined : { kind: 'shout', waiting } };
  },
  narrate: ({ who, shouts, improved }, { reader }) => {
    if (!shouts) return line(say`${ref(who)} keeps silent.`, 'quiet');
    const warned = describeVisibleCombatants(reader, improved);
    return line(sentences(say`${ref(who)} shouts!`, warned && say`One surprise level better: ${warned}.`), 'good', [
      [step('SEG-AMB-4', 'one surprise level better')],
    ]);
  },
});

/** True before the battle, and in a round before the first declaration. SEG-AMB-1. */
export const isAmbushPossible = ({ status, phase, pending, combatants: all }: State): boolean =>
  pending === undefined &&
  (status === 'setup' || (phase === 'declare' && all.every(({ declaration }) => declaration === undefined)));

/** Offers all combatants while an ambush is possible. Empty at other times. */
const offerWhileAmbushPossible: FindParamOffers<State> = (state, call, soFar) =>
  isAmbushPossible(state) ? offerAllCombatants(state, call, soFar) : [];

/** Springs an ambush and rolls PER for each victim. SEG-AMB-1, SEG-AMB-2, SEG-RUL-43. */
export const ambush = order({
  summary: 'Spring an ambush: each victim rolls PER',
  role: 'gm',
  params: z.strictObject({
    ambushers: combatantsParam('Who springs the ambush, separated by commas'),
    victims: combatantsParam('Who is ambushed, separated by commas'),
  }),
  offers: { ambushers: offerWhileAmbushPossible, victims: offerWhileAmbushPossible },
  requires: requireGmInBattle,
  resolve: (draft, _, { ambushers, victims }) => {
    const state = draft.now();
    if (!isAmbushPossible(state)) return refusePhase(describePhase(state));
    const named = [...ambushers, ...victims].map((name) => requireCombatant(state, name));
    const unknown = named.find((each) => !each.ok);
    if (unknown !== undefined) return unknown;
    const ids = named.flatMap((each) => (each.ok ? [each.value.id] : []));
    const [springers, caught] = [ids.slice(0, ambushers.length), ids.slice(ambushers.length)];
    if (caught.length === 0) return refuse('NO_SUCH_COMBATANT');
    const rolled = state.combatants
      .filter(({ id }) => caught.includes(id))
      .map((who) => {
        const roll = rollAttributeDegree(state, who, 'per', draft.dice, 'ambush');
        return { who: who.id, roll, level: roll.degree };
      });
    return ambushed({ ambushers: springers, victims: rolled });
  },
});

/** Warns the other victims of an ambush once, which improves their ambush levels by one. SEG-AMB-4, SEG-RUL-42. */
export const shout = order({
  summary: 'Warn the others of an ambush, or keep silent',
  role: 'player',
  params: z.strictObject({ warn: flagParam('Shout a warning, or keep silent').default(true) }),
  requires: (state, { actor }) => requireQuestion(state, 'shout', actor),
  resolve: (draft, call, { warn }, { waiting }) => {
    const state = draft.now();
    const named = findByName(state, call.actor);
    if (named === undefined || !waiting.includes(named.id)) return refuse('NO_PENDING', { who: ref(call.actor) });
    const who = requireControlledCombatant(state, call);
    if (!who.ok) return who;
    const { id } = who.value;
    const improved = state.combatants.filter((each) => each.id !== id && (each.ambushLevel ?? 1) > 1);
    return shouted({ who: id, shouts: warn, improved: warn ? improved.map((each) => each.id) : [] });
  },
});
