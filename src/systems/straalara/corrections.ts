import { ok, phrase, ref, refuse } from '../../core/message.ts';
import { bindApplyEffect } from '../../rules/effects.ts';
import { declareCorrections } from '../../rules/fields.ts';
import { loadTexts } from '../../rules/presets.ts';
import {
  createValueParser,
  isNoneText,
  namedNumberParser,
  oneOfParser,
  textParser,
  wholeNumberParser,
  yesNoParser,
} from '../../rules/value-parsers.ts';
import { requireCombatant } from './checks.ts';
import { isLateStep, parseStance, secondActionCount, sortByActingOrder, tieBreakRating } from './initiative.ts';
import { requireAction } from './nomination/action.ts';
import type { RefusalCode } from './refusals.ts';
import {
  type Combatant,
  combatantId,
  combatantSchema,
  find,
  findWeapon,
  isCombatRunning,
  lifeStates,
  type State,
  slotOf,
  stateSchema,
  update,
  updateWeapon,
  withSlot,
} from './state.ts';
import { combatantView } from './view.ts';
import { withLife, withLifeMatchingLevels, withoutFallenSteps } from './wounds.ts';

/** Closes a group of simultaneous actions before anyone has acted, so that it reopens in corrected order. */
const reopenStep = (state: State): State => {
  const { open, pendingAttack, steps } = state;
  const started = open?.members.some(({ combatant, slot }) =>
    steps.some((each) => each.combatant === combatant && each.slot === slot && each.over),
  );
  return started || pendingAttack !== undefined ? state : { ...state, open: undefined };
};

/** Moves the next unfinished action of this combatant to the front of the acting order. Undefined if it has none. */
const setNextActor = (state: State, next: string): State | undefined => {
  const mine = state.steps.find(({ combatant, over }) => combatant === next && !over);
  if (mine === undefined) return undefined;
  const [over, left] = [state.steps.filter((each) => each.over), state.steps.filter((each) => !each.over)];
  return { ...reopenStep(state), steps: [...over, mine, ...left.filter((each) => each !== mine)] };
};

/** Re-sorts a combatant’s unfinished actions after the GM corrected its initiative score or rating. */
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
          value: each.slot === 1 ? score : secondActionCount(score),
          late: isLateStep(each.slot, score, after.settings),
        },
  );
  const rosterOrder = after.combatants.flatMap(({ id }) => steps.filter((each) => each.combatant === id && !each.over));
  return {
    ...reopenStep(after),
    steps: [...steps.filter(({ over }) => over), ...sortByActingOrder(rosterOrder, after.settings)],
  };
};

/** Moves the battle to another stage of the same turn; the new stage starts from its beginning. */
const changeStage = ({ combatants }: State, stage: 'INITIATIVE' | 'DECLARE' | 'END'): Partial<State> => ({
  ...{ stage, open: undefined, pendingAttack: undefined, steps: [] },
  ...(stage !== 'END' && {
    combatants: combatants.map((me) => ({
      ...me,
      stance: 'none',
      actions: [{ status: 'empty' }, { status: 'empty' }],
      ...(stage === 'INITIATIVE' && { rating: undefined, score: undefined }),
    })),
  }),
});

const declared = declareCorrections<State, RefusalCode, Combatant>({
  rule: 'ST-GEN-4',
  context: 'straalara',
  schemas: {
    id: combatantId,
    combatant: combatantSchema,
    battle: stateSchema.pick({
      stage: true,
      turn: true,
      elapsedSeconds: true,
      combatants: true,
      steps: true,
      open: true,
      pendingAttack: true,
    }),
  },
  find: requireCombatant,
  update,
  combatantView,
  settle: (after, before, who) => {
    const [was, is] = [find(before, who ?? ''), find(after, who ?? '')];
    const isMoved = is !== undefined && (was?.score !== is.score || was?.rating !== is.rating);
    return withoutFallenSteps(isMoved ? reorderSteps(after, is.id) : after);
  },
});

/** The GM corrects a value. ST-GEN-4. */
export const { corrected } = declared;

const { ofCombatant, ofBattle } = declared;

/** Parses `melee at Karg`, `spell Ember Lance at Karg`, or `2: brawl at Karg` for the second action. */
const parseActionText = createValueParser('write an action like "melee at Karg" or "2: none"', (text) => {
  const [whole, slot, action = '', spell = '', target] =
    /^(?:([12])\s*:\s*)?(\w+)\s*(.*?)(?:\s*\bat\s+(.+))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const worded = { action, ...(spell !== '' && { spell }), ...(target !== undefined && { target }) };
  return { slot: slot === '2' ? (2 as const) : (1 as const), worded };
});

const parseWeaponState = createValueParser('write a weapon like "longsword broken"', (text) => {
  const [, name = '', how] = /^(.+?)\s+(whole|broken|ready|stowed)$/i.exec(text) ?? [];
  return how === undefined ? undefined : { name, how: how.toLowerCase() };
});

const count = wholeNumberParser(0, 1000);
const initiativeNumber = wholeNumberParser(-100, 100);

/** The fields that the GM may correct. ST-GEN-4. */
export const corrections = {
  lost: ofCombatant.field(
    'Health levels lost',
    wholeNumberParser(0, 30),
    (me, lost, state) => {
      const most = state.settings.healthTrack.length;
      return lost > most
        ? refuse('BAD_VALUE', { option: 'lost', range: phrase`from 0 to ${most}` })
        : withLifeMatchingLevels({ ...me, lost }, state);
    },
    'lost',
  ),
  overflow: ofCombatant.field(
    'Damage past the last health level',
    count,
    (me, overflow, state) => withLifeMatchingLevels({ ...me, overflow }, state),
    'overflow',
  ),
  side: ofCombatant.part('The combatant’s side', textParser(60), 'side'),
  life: ofCombatant.field('Life: up, incapacitated or dead', oneOfParser(lifeStates), withLife, 'life'),
  dazed: ofCombatant.field('Dazed: yes or no', yesNoParser, (_, dazed) => ({ dazed, dazeEnds: false }), 'dazed'),
  rating: ofCombatant.part('Initiative rating of this turn', initiativeNumber, 'rating'),
  score: ofCombatant.field(
    'Initiative score of this turn',
    initiativeNumber,
    ({ rating = 0 }, score) => ({ score, rating }),
    'score',
  ),
  stance: ofCombatant.field(
    'Stance: offense, mixed, defense or none',
    textParser(),
    (_, text) => {
      const stance = isNoneText(text) ? 'none' : parseStance(text);
      return stance === undefined ? refuse('UNKNOWN_STANCE', { stance: text }) : { stance };
    },
    'stance',
  ),
  action: ofCombatant.field(
    'The nominated action, like "melee at Karg" or "spell Ember Lance at Karg"; the second: "2: none"',
    parseActionText,
    (me, { slot, worded }, state) => {
      const as = requireAction(state, me, 'none', worded);
      return as.ok ? ok(withSlot(me, slot, { status: 'nominated', as: as.value, opened: true })) : as;
    },
    (me, given) => {
      const found = slotOf(me, given?.slot ?? 1);
      return found.status === 'nominated' ? found.as : undefined;
    },
  ),
  moved: ofCombatant.part('Metres walked this turn', count, 'moved'),
  defenses: ofCombatant.part('Defense rolls made this turn', count, 'defensesUsed'),
  progress: ofCombatant.field(
    'Successes gathered by the extended action',
    count,
    ({ extended }, progress) => ({ extended: extended && { ...extended, progress } }),
    'extended.progress',
  ),
  extended: ofCombatant.cleared('Write none to end the extended action', 'extended', undefined, 'extended.goal'),
  botch: ofCombatant.cleared('Write none to drop the unsettled botch', 'openBotch', undefined, 'openBotch.roll'),
  modifiers: ofCombatant.cleared(
    'Write none to remove the modifiers for the next rolls',
    'modifiers',
    [],
    'modifiers.length',
  ),
  attribute: ofCombatant.named(
    'An attribute and its value, like strength 4',
    namedNumberParser('strength 4', 1, 10),
    'sheet.attributes',
  ),
  ability: ofCombatant.named(
    'An ability and its value, like brawl 3',
    namedNumberParser('brawl 3', 0, 10),
    'sheet.abilities',
  ),
  armor: ofCombatant.part('Armor', wholeNumberParser(0, 20), 'sheet.armor'),
  walk: ofCombatant.part('Walk speed in metres a turn', count, 'sheet.walkSpeed'),
  weapon: ofCombatant.field(
    'A weapon and its state (whole, broken, ready or stowed), like longsword broken',
    parseWeaponState,
    (me, { name, how }) => {
      const weapon = findWeapon(me, name);
      if (weapon === undefined) return refuse('NO_WEAPON', { name: ref(me.id), weapon: name });
      const isDrawn = how === 'ready' || how === 'stowed';
      return updateWeapon(me, weapon.name, isDrawn ? { ready: how === 'ready' } : { broken: how === 'broken' });
    },
    (me, given) => {
      if (given === undefined) return me.sheet.weapons.map(({ name }) => name);
      const { broken, ready } = findWeapon(me, given.name) ?? {};
      return [broken ? 'broken' : 'whole', ready ? 'ready' : 'stowed'];
    },
  ),
  next: ofBattle.field(
    'Who acts next: the name of a combatant with an action left',
    textParser(100),
    (state, name) => {
      const me = requireCombatant(state, name);
      if (!me.ok) return me;
      const next = setNextActor(state, me.value.id);
      return next === undefined
        ? refuse('NO_FURTHER_ACTION', { name: ref(me.value.id) })
        : { steps: next.steps, open: next.open, pendingAttack: next.pendingAttack };
    },
    ({ steps }) => steps.find(({ over }) => !over)?.combatant,
  ),
  turn: ofBattle.part('The number of the turn', wholeNumberParser(1, 100_000), 'turn'),
  seconds: ofBattle.part('Seconds that have passed', wholeNumberParser(0, 300_000), 'elapsedSeconds'),
  stage: ofBattle.field(
    'The stage: back to initiative or declare, or on to end (the end of the turn)',
    oneOfParser(['initiative', 'declare', 'end']),
    (state, stage) =>
      isCombatRunning(state)
        ? changeStage(state, ({ initiative: 'INITIATIVE', declare: 'DECLARE', end: 'END' } as const)[stage])
        : refuse('COMBAT_NOT_ACTIVE'),
    ({ stage }) => stage.toLowerCase(),
  ),
  attack: ofBattle.cleared(
    'Write none to drop the attack that waits for a defense',
    'pendingAttack',
    undefined,
    'pendingAttack.attacker',
  ),
};

/** The numbers that an effect of the GM can change, with descriptions. */
export const modifiers = loadTexts(new URL('./modifiers.json', import.meta.url));

/** Lets the GM apply an effect to a combatant, or remove an effect by name. ST-GEN-4. */
export const applyEffect = bindApplyEffect<State, RefusalCode>({ find: requireCombatant, modifiers });
