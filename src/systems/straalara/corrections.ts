import { z } from 'zod';
import { phrase } from '../../core/language.ts';
import { ref, say, type Text } from '../../core/message.ts';
import { refuse } from '../../core/refusal.ts';
import { ok } from '../../core/result.ts';
import { bindApplyEffect } from '../../rules/effect-events.ts';
import { bindCustomFields } from '../../rules/fields.ts';
import { line, step } from '../../rules/lines.ts';
import {
  createValueParser,
  isNoneText,
  namedNumberParser,
  noneParser,
  oneOfParser,
  textParser,
  wholeNumberParser,
  yesNoParser,
} from '../../rules/value-parsers.ts';
import { doneVerdict } from '../../rules/verb.ts';
import { requireCombatant } from './checks.ts';
import type { BattleEvent } from './index.ts';
import { tieBreakRating } from './initiative.ts';
import { requireAction } from './nomination/action-checks.ts';
import type { RefusalCode } from './refusals.ts';
import { isLateStep, parseStance, secondStepValue, sortByActingOrder } from './stance.ts';
import {
  type CheckResult,
  type Combatant,
  type Draft,
  event,
  find,
  findWeapon,
  lifeStates,
  modifierSchema,
  nominationSchema,
  type State,
  slotNumberSchema,
  stances,
  update,
  updateWeapon,
  withSlot,
} from './state.ts';
import { advanceWithoutDice } from './turns.ts';
import { withLife, withLifeMatchingLevels, withoutFallenSteps } from './wounds.ts';

const who = z.string();
const kind = <const T extends string, Shape extends z.core.$ZodLooseShape>(set: T, shape: Shape) =>
  z.strictObject({ set: z.literal(set), ...shape });

/** Everything the GM may put right by hand; battles are saved with these changes, where other rulebooks save what came of them. */
const changeSchema = z.discriminatedUnion('set', [
  kind('lost', { who, n: z.int() }),
  kind('overflow', { who, n: z.int() }),
  kind('life', { who, life: z.enum(lifeStates) }),
  kind('dazed', { who, on: z.boolean() }),
  kind('rating', { who, n: z.int() }),
  kind('score', { who, n: z.int() }),
  kind('stance', { who, stance: z.enum(['none', ...stances]) }),
  kind('action', { who, slot: slotNumberSchema, as: nominationSchema }),
  kind('moved', { who, n: z.int() }),
  kind('defenses-used', { who, n: z.int() }),
  kind('progress', { who, n: z.int() }),
  kind('no-extended', { who }),
  kind('no-botch', { who }),
  kind('modifiers', { who, modifiers: z.array(modifierSchema) }),
  kind('attribute', { who, name: z.string(), n: z.int() }),
  kind('ability', { who, name: z.string(), n: z.int() }),
  kind('armor', { who, n: z.int() }),
  kind('walk', { who, n: z.int() }),
  kind('weapon', { who, weapon: z.string(), ready: z.boolean(), broken: z.boolean() }),
  kind('next', { who }),
  kind('turn', { n: z.int() }),
  kind('seconds', { n: z.int() }),
  kind('stage', { stage: z.enum(['INITIATIVE', 'DECLARE', 'END']) }),
  kind('no-attack', {}),
]);
type Change = z.output<typeof changeSchema>;
type CombatantChange = Extract<Change, { who: string }>;
type BattleChange = Exclude<Change, { who: string }>;

/** The combatant after something of it was put right. */
const changeCombatant = (me: Combatant, change: Exclude<CombatantChange, { set: 'next' }>, state: State): Combatant => {
  switch (change.set) {
    case 'lost':
      return withLifeMatchingLevels({ ...me, lost: change.n }, state);
    case 'overflow':
      return withLifeMatchingLevels({ ...me, overflow: change.n }, state);
    case 'life':
      return withLife(me, change.life, state);
    case 'dazed':
      return { ...me, dazed: change.on, dazeEnds: false };
    case 'rating':
      return { ...me, rating: change.n };
    case 'score':
      return { ...me, score: change.n, rating: me.rating ?? 0 };
    case 'stance':
      return { ...me, stance: change.stance };
    case 'action':
      return withSlot(me, change.slot, { status: 'nominated', as: change.as, opened: true });
    case 'moved':
      return { ...me, moved: change.n };
    case 'defenses-used':
      return { ...me, defensesUsed: change.n };
    case 'progress':
      return { ...me, extended: me.extended && { ...me.extended, progress: change.n } };
    case 'no-extended':
      return { ...me, extended: undefined };
    case 'no-botch':
      return { ...me, openBotch: undefined };
    case 'modifiers':
      return { ...me, modifiers: change.modifiers };
    case 'attribute':
      return { ...me, sheet: { ...me.sheet, attributes: { ...me.sheet.attributes, [change.name]: change.n } } };
    case 'ability':
      return { ...me, sheet: { ...me.sheet, abilities: { ...me.sheet.abilities, [change.name]: change.n } } };
    case 'armor':
      return { ...me, sheet: { ...me.sheet, armor: change.n } };
    case 'walk':
      return { ...me, sheet: { ...me.sheet, walkSpeed: change.n } };
    case 'weapon':
      return updateWeapon(me, change.weapon, { ready: change.ready, broken: change.broken });
  }
};

const changeBattle = (state: State, change: BattleChange): State => {
  switch (change.set) {
    case 'turn':
      return { ...state, turn: change.n };
    case 'seconds':
      return { ...state, elapsedSeconds: change.n };
    case 'no-attack':
      return { ...state, pendingAttack: undefined };
    case 'stage':
      return changeStage(state, change.stage);
  }
};

/** A step that was open, but of which nothing is done yet, is opened again in the order put right. */
const reopenStep = (state: State): State => {
  const { open, pendingAttack, steps } = state;
  const started = open?.members.some(({ combatant, slot }) =>
    steps.some((each) => each.combatant === combatant && each.slot === slot && each.over),
  );
  return started || pendingAttack !== undefined ? state : { ...state, open: undefined };
};

/** Who is to act next. */
const setNextActor = (state: State, next: string): State => {
  const mine = state.steps.find(({ combatant, over }) => combatant === next && !over);
  if (mine === undefined) return state;
  const [over, left] = [state.steps.filter((each) => each.over), state.steps.filter((each) => !each.over)];
  return { ...reopenStep(state), steps: [...over, mine, ...left.filter((each) => each !== mine)] };
};

/** A score or rating put right moves the steps that are not over yet. */
const reorderSteps = (after: State, whose: string): State => {
  const me = find(after, whose);
  if (me?.score === undefined) return after;
  const { score } = me;
  const rating = tieBreakRating(me, after);
  const steps = after.steps.map((each) =>
    each.combatant !== whose || each.over
      ? each
      : {
          ...each,
          rating,
          value: each.slot === 1 ? score : secondStepValue(score),
          late: isLateStep(each.slot, score, after.settings),
        },
  );
  const rosterOrder = after.combatants.flatMap(({ name }) =>
    steps.filter((each) => each.combatant === name && !each.over),
  );
  return {
    ...reopenStep(after),
    steps: [...steps.filter(({ over }) => over), ...sortByActingOrder(rosterOrder, after.settings)],
  };
};

/** To another stage of the same turn: what is done in it is done again. */
const changeStage = (state: State, stage: 'INITIATIVE' | 'DECLARE' | 'END'): State => {
  const again = { ...state, stage, open: undefined, pendingAttack: undefined, steps: [] };
  if (stage === 'END') return again;
  return {
    ...again,
    combatants: state.combatants.map((me) => ({
      ...me,
      stance: 'none',
      actions: [{ status: 'empty' }, { status: 'empty' }],
      ...(stage === 'INITIATIVE' && { rating: undefined, score: undefined }),
    })),
  };
};

const applyChange = (state: State, change: Change): State => {
  if (!('who' in change)) return changeBattle(state, change);
  if (change.set === 'next') return setNextActor(state, change.who);
  const after = update(state, change.who, (me) => changeCombatant(me, change, state));
  return change.set === 'rating' || change.set === 'score' ? reorderSteps(after, change.who) : after;
};

/** ST-GEN-4. */
export const corrected = event(
  'corrected',
  { change: changeSchema },
  {
    apply: (state, { change }) => withoutFallenSteps(applyChange(state, change)),
    narrate: ({ change }, { reader }) => {
      const rows = [[step('ST-GEN-4', change.set)]];
      if (!('who' in change)) return line(phrase`The GM corrects the ${change.set}.`, 'plain', rows);
      if (!reader.knowsAllOf(change.who)) return undefined;
      const { set, who: whose, ...values } = change;
      const worth = Object.values(values).flatMap((value) => (typeof value === 'object' ? [] : [String(value)]));
      const said: Text = [set, ...worth].filter((word) => word !== '').join(' ');
      return line(say`The GM corrects ${ref(whose)}: ${said}.`, 'plain', rows);
    },
  },
);

/** A correction rolls nothing: the combat moves on as far as it can without a die (ST-GM-4). */
const emitChange = (draft: Draft, change: Change): CheckResult<undefined> => {
  draft.emit({ type: 'corrected', change });
  advanceWithoutDice(draft);
  return doneVerdict;
};

const fields = bindCustomFields<State, BattleEvent, RefusalCode>();
const ruledOfCombatant = fields<Combatant>({ scope: 'combatant', find: requireCombatant });
const ruledOfBattle = fields<State>({ scope: 'battle', find: (state) => ok(state) });

const ofCombatant = <Value>(says: string, value: z.ZodType<Value, string>, to: (who: string, value: Value) => Change) =>
  ruledOfCombatant(says, value, (draft, me, given) => emitChange(draft, to(me.name, given)));

const ofBattle = <Value>(says: string, value: z.ZodType<Value, string>, to: (value: Value) => Change) =>
  ruledOfBattle(says, value, (draft, _, given) => emitChange(draft, to(given)));

/** `melee at Karg`, `spell Ember Lance at Karg`, `2: brawl at Karg` for the second action. */
const anAction = createValueParser('write an action like "melee at Karg" or "2: none"', (text) => {
  const [whole, slot, action = '', spell = '', target] =
    /^(?:([12])\s*:\s*)?(\w+)\s*(.*?)(?:\s*\bat\s+(.+))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const worded = { action, ...(spell !== '' && { spell }), ...(target !== undefined && { target }) };
  return { slot: slot === '2' ? (2 as const) : (1 as const), worded };
});

/** `longsword broken`. */
const aWeaponState = createValueParser('write a weapon like "longsword broken"', (text) => {
  const [, name = '', how] = /^(.+?)\s+(whole|broken|ready|stowed)$/i.exec(text) ?? [];
  return how === undefined ? undefined : { name, how: how.toLowerCase() };
});

/** Everything the GM may put right by hand (ST-GEN-4). */
export const corrections = {
  lost: ruledOfCombatant('Health levels lost', wholeNumberParser(0, 30), (draft, me, n) => {
    const most = draft.now().settings.healthTrack.length;
    return n > most
      ? refuse('BAD_VALUE', { option: 'lost', range: phrase`from 0 to ${most}` })
      : emitChange(draft, { set: 'lost', who: me.name, n });
  }),
  overflow: ofCombatant('Damage past the last health level', wholeNumberParser(0, 1000), (who, n) => ({
    set: 'overflow',
    who,
    n,
  })),
  life: ofCombatant('Life: up, incapacitated or dead', oneOfParser(lifeStates), (who, life) => ({
    set: 'life',
    who,
    life,
  })),
  dazed: ofCombatant('Dazed: yes or no', yesNoParser, (who, on) => ({ set: 'dazed', who, on })),
  rating: ofCombatant('Initiative rating of this turn', wholeNumberParser(-100, 100), (who, n) => ({
    set: 'rating',
    who,
    n,
  })),
  score: ofCombatant('Initiative score of this turn', wholeNumberParser(-100, 100), (who, n) => ({
    set: 'score',
    who,
    n,
  })),
  stance: ruledOfCombatant('Stance: offense, mixed, defense or none', textParser(), (draft, me, text) => {
    const stance = isNoneText(text) ? 'none' : parseStance(text);
    return stance === undefined
      ? refuse('UNKNOWN_STANCE', { stance: text })
      : emitChange(draft, { set: 'stance', who: me.name, stance });
  }),
  action: ruledOfCombatant(
    'The nominated action, like "melee at Karg" or "spell Ember Lance at Karg"; the second: "2: none"',
    anAction,
    (draft, me, { slot, worded }) => {
      const as = requireAction(draft.now(), me, 'none', worded);
      return as.ok ? emitChange(draft, { set: 'action', who: me.name, slot, as: as.value }) : as;
    },
  ),
  moved: ofCombatant('Metres walked this turn', wholeNumberParser(0, 1000), (who, n) => ({ set: 'moved', who, n })),
  defenses: ofCombatant('Defense rolls made this turn', wholeNumberParser(0, 1000), (who, n) => ({
    set: 'defenses-used',
    who,
    n,
  })),
  progress: ofCombatant('Successes gathered by the extended action', wholeNumberParser(0, 1000), (who, n) => ({
    set: 'progress',
    who,
    n,
  })),
  extended: ofCombatant('Write none to end the extended action', noneParser, (who) => ({ set: 'no-extended', who })),
  botch: ofCombatant('Write none to drop the unsettled botch', noneParser, (who) => ({ set: 'no-botch', who })),
  modifiers: ofCombatant('Write none to remove the modifiers for the next rolls', noneParser, (who) => ({
    set: 'modifiers',
    who,
    modifiers: [],
  })),
  attribute: ofCombatant(
    'An attribute and its value, like strength 4',
    namedNumberParser('strength 4', 1, 10),
    (who, { name, n }) => ({
      set: 'attribute',
      who,
      name: name.toLowerCase(),
      n,
    }),
  ),
  ability: ofCombatant(
    'An ability and its value, like brawl 3',
    namedNumberParser('brawl 3', 0, 10),
    (who, { name, n }) => ({
      set: 'ability',
      who,
      name: name.toLowerCase(),
      n,
    }),
  ),
  armor: ofCombatant('Armor', wholeNumberParser(0, 20), (who, n) => ({ set: 'armor', who, n })),
  walk: ofCombatant('Walk speed in metres a turn', wholeNumberParser(0, 1000), (who, n) => ({ set: 'walk', who, n })),
  weapon: ruledOfCombatant(
    'A weapon and its state (whole, broken, ready or stowed), like longsword broken',
    aWeaponState,
    (draft, me, { name, how }) => {
      const weapon = findWeapon(me, name);
      if (weapon === undefined) return refuse('NO_WEAPON', { name: ref(me.name), weapon: name });
      return emitChange(draft, {
        set: 'weapon',
        who: me.name,
        weapon: weapon.name,
        ready: how === 'ready' ? true : how === 'stowed' ? false : weapon.ready,
        broken: how === 'broken' ? true : how === 'whole' ? false : weapon.broken,
      });
    },
  ),
  next: ruledOfBattle(
    'Who acts next: the name of a combatant with an action left',
    textParser(100),
    (draft, state, name) => {
      const me = requireCombatant(state, name);
      if (!me.ok) return me;
      return state.steps.some(({ combatant, over }) => combatant === me.value.name && !over)
        ? emitChange(draft, { set: 'next', who: me.value.name })
        : refuse('NO_FURTHER_ACTION', { name: ref(me.value.name) });
    },
  ),
  turn: ofBattle('The number of the turn', wholeNumberParser(1, 100_000), (n) => ({ set: 'turn', n })),
  seconds: ofBattle('Seconds that have passed', wholeNumberParser(0, 300_000), (n) => ({ set: 'seconds', n })),
  stage: ruledOfBattle(
    'The stage: back to initiative or declare, or on to end (the end of the turn)',
    oneOfParser(['initiative', 'declare', 'end']),
    (draft, state, stage) =>
      state.stage === 'SETUP' || state.stage === 'ENDED'
        ? refuse('COMBAT_NOT_ACTIVE')
        : emitChange(draft, {
            set: 'stage',
            stage: ({ initiative: 'INITIATIVE', declare: 'DECLARE', end: 'END' } as const)[stage],
          }),
  ),
  attack: ofBattle('Write none to drop the attack that waits for a defense', noneParser, () => ({ set: 'no-attack' })),
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

/** ST-GEN-4: hangs an effect on a combatant, or lifts it by its name. */
export const applyEffect = bindApplyEffect<State, RefusalCode>()({ find: requireCombatant, id: 'name', modifiers });
