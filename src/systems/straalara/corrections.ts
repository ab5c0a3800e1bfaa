import { z } from 'zod';
import { ref } from '../../core/message.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import type { Decision } from '../../rules/asking.ts';
import { correctionsOf } from '../../rules/by-decision.ts';
import { checkedAction } from './action-checks.ts';
import type { Change } from './change.ts';
import { namedFigure, whole, word, yes } from './correction-values.ts';
import { courseFrom } from './course.ts';
import type { Event } from './events.ts';
import type { Combatant, State } from './model.ts';
import type { Code } from './refusals.ts';
import { combatantCalled, weaponCalled } from './roster.ts';
import { stanceCalled } from './stance.ts';
import { settle } from './turn.ts';

const correction = correctionsOf<State, Event, Code>();

/** A correction rolls nothing: the combat moves on as far as it can without a die. */
const put = (state: State, change: Change): Decision<Event, Code> => {
  const course = courseFrom(state);
  course.happen({ type: 'corrected', change });
  settle(course, undefined);
  return ok(course.events());
};

const called = (state: State, who: string): Result<Combatant, Refusal<Code>> => {
  const me = combatantCalled(state, who);
  return me ? ok(me) : refuse('NO_SUCH_COMBATANT', { name: ref(who) });
};

const ofOne = <Value>(says: string, value: z.ZodType<Value, string>, to: (who: string, value: Value) => Change) =>
  correction<Value>({
    says,
    of: 'combatant',
    value,
    resolve: (state, who, given) => {
      const me = called(state, who);
      return me.ok ? put(state, to(me.value.name, given)) : me;
    },
  });

const ofAll = <Value>(says: string, value: z.ZodType<Value, string>, to: (value: Value) => Change) =>
  correction<Value>({ says, of: 'battle', value, resolve: (state, _who, given) => put(state, to(given)) });

const setStance = correction({
  says: 'Stance: offense, mixed, defense or none',
  of: 'combatant',
  value: z.string().trim(),
  resolve: (state, who, text) => {
    const me = called(state, who);
    if (!me.ok) return me;
    const stance = text.toLowerCase() === 'none' ? 'none' : stanceCalled(text);
    return stance === undefined
      ? refuse('UNKNOWN_STANCE', { stance: text })
      : put(state, { set: 'stance', who: me.value.name, stance });
  },
});

/** `melee at Karg`, `spell Ember Lance at Karg`, `2: brawl at Karg` for the second action. */
const setAction = correction({
  says: 'The nominated action: "melee at Karg", "spell Ember Lance at Karg", "2: none" for the second',
  of: 'combatant',
  value: z
    .string()
    .trim()
    .regex(/^(?:[12]\s*:\s*)?\w+.*$/, 'an action is written like "melee at Karg" or "2: none"'),
  resolve: (state, who, text) => {
    const me = called(state, who);
    if (!me.ok) return me;
    const [, slot, action = '', spell = '', target] =
      /^(?:([12])\s*:\s*)?(\w+)\s*(.*?)(?:\s*\bat\s+(.+))?$/.exec(text) ?? [];
    const draft = { action, ...(spell !== '' && { spell }), ...(target !== undefined && { target }) };
    const as = checkedAction(state, me.value, 'none', draft);
    return as.ok ? put(state, { set: 'action', who: me.value.name, slot: slot === '2' ? 2 : 1, as: as.value }) : as;
  },
});

/** `longsword broken`. */
const setWeapon = correction({
  says: 'A weapon: its name and whole, broken, ready or stowed',
  of: 'combatant',
  value: z
    .string()
    .trim()
    .regex(/^.+\s(?:whole|broken|ready|stowed)$/i, 'a weapon is written like "longsword broken"'),
  resolve: (state, who, text) => {
    const me = called(state, who);
    if (!me.ok) return me;
    const at = text.search(/\s\S+$/);
    const weapon = weaponCalled(me.value, text.slice(0, at).trim());
    if (weapon === undefined)
      return refuse('NO_WEAPON', { name: ref(me.value.name), weapon: text.slice(0, at).trim() });
    const how = text.slice(at).trim().toLowerCase();
    return put(state, {
      set: 'weapon',
      who: me.value.name,
      weapon: weapon.name,
      ready: how === 'ready' ? true : how === 'stowed' ? false : weapon.ready,
      broken: how === 'broken' ? true : how === 'whole' ? false : weapon.broken,
    });
  },
});

/** Everything the GM may put right by hand (ST-GEN-4). */
export const corrections = {
  lost: correction({
    says: 'Health levels lost',
    of: 'combatant',
    value: whole(0, 30),
    resolve: (state, who, n) => {
      const me = called(state, who);
      if (!me.ok) return me;
      const most = state.settings.healthTrack.length;
      return n > most
        ? refuse('BAD_VALUE', { option: 'lost', range: `from 0 to ${most}` })
        : put(state, { set: 'lost', who: me.value.name, n });
    },
  }),
  overflow: ofOne('Damage past the last level', whole(0, 1000), (who, n) => ({ set: 'overflow', who, n })),
  life: ofOne('Life: up, incapacitated or dead', word(['up', 'incapacitated', 'dead']), (who, life) => ({
    set: 'life',
    who,
    life,
  })),
  dazed: ofOne('Dazed: yes or no', yes, (who, on) => ({ set: 'dazed', who, on })),
  rating: ofOne('Initiative rating of this turn', whole(-100, 100), (who, n) => ({ set: 'rating', who, n })),
  score: ofOne('Initiative score of this turn', whole(-100, 100), (who, n) => ({ set: 'score', who, n })),
  stance: setStance,
  action: setAction,
  moved: ofOne('Metres walked this turn', whole(0, 1000), (who, n) => ({ set: 'moved', who, n })),
  defenses: ofOne('Defense rolls made this turn', whole(0, 1000), (who, n) => ({ set: 'defenses-used', who, n })),
  progress: ofOne('Successes gathered by the extended action', whole(0, 1000), (who, n) => ({
    set: 'progress',
    who,
    n,
  })),
  extended: ofOne('The extended action under way: none', word(['none']), (who) => ({ set: 'no-extended', who })),
  botch: ofOne('The unsettled botch: none', word(['none']), (who) => ({ set: 'no-botch', who })),
  modifiers: ofOne('The modifiers that wait for a roll: none', word(['none']), (who) => ({
    set: 'modifiers',
    who,
    modifiers: [],
  })),
  attribute: ofOne('An attribute: strength 4', namedFigure(1, 10), (who, { name, n }) => ({
    set: 'attribute',
    who,
    name,
    n,
  })),
  ability: ofOne('An ability: brawl 3', namedFigure(0, 10), (who, { name, n }) => ({ set: 'ability', who, name, n })),
  armor: ofOne('Armor', whole(0, 20), (who, n) => ({ set: 'armor', who, n })),
  walk: ofOne('Walk speed in metres a turn', whole(0, 1000), (who, n) => ({ set: 'walk', who, n })),
  weapon: setWeapon,
  next: correction({
    says: 'Who acts next: the name of one with a step left',
    of: 'battle',
    value: z.string().trim().min(1),
    resolve: (state, _who, name) => {
      const me = called(state, name);
      if (!me.ok) return me;
      return state.steps.some(({ combatant, over }) => combatant === me.value.name && !over)
        ? put(state, { set: 'next', who: me.value.name })
        : refuse('NO_FURTHER_ACTION', { name: ref(me.value.name) });
    },
  }),
  turn: ofAll('The number of the turn', whole(1, 100_000), (n) => ({ set: 'turn', n })),
  seconds: ofAll('Seconds that have passed', whole(0, 300_000), (n) => ({ set: 'seconds', n })),
  stage: correction({
    says: 'Back to initiative or declare, or on to the end of the turn',
    of: 'battle',
    value: word(['initiative', 'declare', 'end']),
    resolve: (state, _who, stage) =>
      state.stage === 'SETUP' || state.stage === 'ENDED'
        ? refuse('COMBAT_NOT_ACTIVE')
        : put(state, {
            set: 'stage',
            stage: ({ initiative: 'INITIATIVE', declare: 'DECLARE', end: 'END' } as const)[stage],
          }),
  }),
  attack: ofAll('The attack that waits for a defense: none', word(['none']), () => ({ set: 'no-attack' })),
};

/** The terms in which the GM may hang modifiers on a combatant. */
export const modifiers = {
  initiative: 'Added to the initiative rating',
  attack: 'Dice on attack and action rolls',
  defense: 'Dice on defense and opposition rolls',
  damage: 'Dice of base damage',
  soak: 'Dice on soak rolls',
  difficulty: 'Added to the difficulty of attacks',
} as const;
