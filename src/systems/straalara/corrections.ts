import { z } from 'zod';
import { ok, phrase, ref, refuse, say } from '../../core/message.ts';
import { bindApplyEffect } from '../../rules/effects.ts';
import { line, step } from '../../rules/event.ts';
import { bindFields } from '../../rules/fields.ts';
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
import { isLateStep, parseStance, secondActionCount, sortByActingOrder, tieBreakRating } from './initiative.ts';
import { requireAction } from './nomination/action.ts';
import type { RefusalCode } from './refusals.ts';
import type { Sheet } from './sheet.ts';
import {
  type Combatant,
  combatantId,
  combatantSchema,
  type Draft,
  event,
  find,
  findWeapon,
  isCombatRunning,
  lifeStates,
  type State,
  stateSchema,
  update,
  updateWeapon,
  withSlot,
} from './state.ts';
import { advanceWithoutDice } from './turns.ts';
import { withLife, withLifeMatchingLevels, withoutFallenSteps } from './wounds.ts';

/** The fields of the battle that the GM may correct. */
const battleSchema = stateSchema.pick({
  ...{ stage: true, turn: true, elapsedSeconds: true, combatants: true, steps: true, open: true, pendingAttack: true },
});
type BattleFrame = z.output<typeof battleSchema>;

/** Closes a group of simultaneous actions before anyone has acted, so that it reopens in corrected order. */
const reopenStep = <Battle extends BattleFrame>(state: Battle): Battle => {
  const { open, pendingAttack, steps } = state;
  const started = open?.members.some(({ combatant, slot }) =>
    steps.some((each) => each.combatant === combatant && each.slot === slot && each.over),
  );
  return started || pendingAttack !== undefined ? state : { ...state, open: undefined };
};

/** Moves the next unfinished action of this combatant to the front of the acting order. */
const setNextActor = (state: BattleFrame, next: string): BattleFrame => {
  const mine = state.steps.find(({ combatant, over }) => combatant === next && !over);
  if (mine === undefined) return state;
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
const changeStage = (state: BattleFrame, stage: 'INITIATIVE' | 'DECLARE' | 'END'): BattleFrame => {
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

/** The GM corrected a combatant. `said` is the field, and the typed value unless the value is a combatant. ST-GEN-4. */
export const corrected = event(
  'corrected',
  { said: z.string(), combatant: combatantSchema },
  {
    apply: (state, { combatant }) => {
      const before = find(state, combatant.id);
      const after = update(state, combatant.id, () => combatant);
      const isMoved = before?.score !== combatant.score || before?.rating !== combatant.rating;
      return withoutFallenSteps(isMoved ? reorderSteps(after, combatant.id) : after);
    },
    narrate: ({ said, combatant: { id } }, { reader }) =>
      reader.knowsAllOf(id)
        ? line(say`The GM corrects ${ref(id)}: ${said}.`, 'plain', [[step('ST-GEN-4', said)]])
        : undefined,
  },
);

/** The GM corrected the battle. `who` is the combatant that the GM made next to act, if any. ST-GEN-4. */
export const battleCorrected = event(
  'battle-corrected',
  { field: z.string(), who: combatantId.optional(), battle: battleSchema },
  {
    apply: (state, { battle }) =>
      withoutFallenSteps({ ...state, open: undefined, pendingAttack: undefined, ...battle }),
    narrate: ({ field, who }, { reader }) => {
      const rows = [[step('ST-GEN-4', field)]];
      if (who === undefined) return line(phrase`The GM corrects the ${field}.`, 'plain', rows);
      return reader.knowsAllOf(who) ? line(say`The GM corrects ${ref(who)}: ${field}.`, 'plain', rows) : undefined;
    },
  },
);

const fields = bindFields<State, RefusalCode>();

/** Corrects a combatant and advances the combat as far as possible without a roll. ST-GM-4. */
const correct = (draft: Draft, said: string, combatant: Combatant): typeof doneVerdict => {
  draft.emit(corrected({ said, combatant }));
  advanceWithoutDice(draft);
  return doneVerdict;
};

const { field: ofCombatant, customField: customOfCombatant } = fields<Combatant>({
  scope: 'combatant',
  find: requireCombatant,
  write: (draft, after, { field, typed }) => correct(draft, `${field} ${typed}`, after),
});

const onSheet = <Value>(
  says: string,
  value: z.ZodType<Value, string>,
  change: (sheet: Sheet, value: Value) => Partial<Sheet>,
) => ofCombatant(says, value, ({ sheet }, given) => ({ sheet: { ...sheet, ...change(sheet, given) } }));

const createFrame = ({ stage, turn, elapsedSeconds, combatants, steps, open, pendingAttack }: State): BattleFrame => ({
  ...{ stage, turn, elapsedSeconds, combatants, steps },
  ...(open && { open }),
  ...(pendingAttack && { pendingAttack }),
});

const correctBattle = (draft: Draft, field: string, battle: BattleFrame, who?: string): typeof doneVerdict => {
  draft.emit(battleCorrected({ field, battle, ...(who !== undefined && { who }) }));
  advanceWithoutDice(draft);
  return doneVerdict;
};

const { field: ofBattle, customField: customOfBattle } = fields<BattleFrame>({
  scope: 'battle',
  find: (state) => ok(createFrame(state)),
  write: (draft, after, { field }) => correctBattle(draft, field, after),
});

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
  lost: ofCombatant('Health levels lost', wholeNumberParser(0, 30), (me, lost, state) => {
    const most = state.settings.healthTrack.length;
    return lost > most
      ? refuse('BAD_VALUE', { option: 'lost', range: phrase`from 0 to ${most}` })
      : withLifeMatchingLevels({ ...me, lost }, state);
  }),
  overflow: ofCombatant('Damage past the last health level', count, (me, overflow, state) =>
    withLifeMatchingLevels({ ...me, overflow }, state),
  ),
  side: ofCombatant('The combatant’s side', textParser(60), (_, side) => ({ side })),
  life: ofCombatant('Life: up, incapacitated or dead', oneOfParser(lifeStates), withLife),
  dazed: ofCombatant('Dazed: yes or no', yesNoParser, (_, dazed) => ({ dazed, dazeEnds: false })),
  rating: ofCombatant('Initiative rating of this turn', initiativeNumber, (_, rating) => ({ rating })),
  score: ofCombatant('Initiative score of this turn', initiativeNumber, ({ rating = 0 }, score) => ({ score, rating })),
  stance: ofCombatant('Stance: offense, mixed, defense or none', textParser(), (_, text) => {
    const stance = isNoneText(text) ? 'none' : parseStance(text);
    return stance === undefined ? refuse('UNKNOWN_STANCE', { stance: text }) : { stance };
  }),
  action: customOfCombatant(
    'The nominated action, like "melee at Karg" or "spell Ember Lance at Karg"; the second: "2: none"',
    parseActionText,
    (draft, me, { slot, worded }) => {
      const as = requireAction(draft.now(), me, 'none', worded);
      if (!as.ok) return as;
      return correct(draft, `action ${slot}`, withSlot(me, slot, { status: 'nominated', as: as.value, opened: true }));
    },
  ),
  moved: ofCombatant('Metres walked this turn', count, (_, moved) => ({ moved })),
  defenses: ofCombatant('Defense rolls made this turn', count, (_, defensesUsed) => ({ defensesUsed })),
  progress: ofCombatant('Successes gathered by the extended action', count, ({ extended }, progress) => ({
    extended: extended && { ...extended, progress },
  })),
  extended: ofCombatant('Write none to end the extended action', noneParser, () => ({ extended: undefined })),
  botch: ofCombatant('Write none to drop the unsettled botch', noneParser, () => ({ openBotch: undefined })),
  modifiers: ofCombatant('Write none to remove the modifiers for the next rolls', noneParser, () => ({
    modifiers: [],
  })),
  attribute: onSheet(
    'An attribute and its value, like strength 4',
    namedNumberParser('strength 4', 1, 10),
    ({ attributes }, { name, n }) => ({ attributes: { ...attributes, [name.toLowerCase()]: n } }),
  ),
  ability: onSheet(
    'An ability and its value, like brawl 3',
    namedNumberParser('brawl 3', 0, 10),
    ({ abilities }, { name, n }) => ({ abilities: { ...abilities, [name.toLowerCase()]: n } }),
  ),
  armor: onSheet('Armor', wholeNumberParser(0, 20), (_, armor) => ({ armor })),
  walk: onSheet('Walk speed in metres a turn', count, (_, walkSpeed) => ({ walkSpeed })),
  weapon: ofCombatant(
    'A weapon and its state (whole, broken, ready or stowed), like longsword broken',
    parseWeaponState,
    (me, { name, how }) => {
      const weapon = findWeapon(me, name);
      if (weapon === undefined) return refuse('NO_WEAPON', { name: ref(me.id), weapon: name });
      const isDrawn = how === 'ready' || how === 'stowed';
      return updateWeapon(me, weapon.name, isDrawn ? { ready: how === 'ready' } : { broken: how === 'broken' });
    },
  ),
  next: customOfBattle(
    'Who acts next: the name of a combatant with an action left',
    textParser(100),
    (draft, battle, name, { field }) => {
      const me = requireCombatant(draft.now(), name);
      if (!me.ok) return me;
      const next = me.value.id;
      return battle.steps.some(({ combatant, over }) => combatant === next && !over)
        ? correctBattle(draft, field, setNextActor(battle, next), next)
        : refuse('NO_FURTHER_ACTION', { name: ref(next) });
    },
  ),
  turn: ofBattle('The number of the turn', wholeNumberParser(1, 100_000), (_, turn) => ({ turn })),
  seconds: ofBattle('Seconds that have passed', wholeNumberParser(0, 300_000), (_, elapsedSeconds) => ({
    elapsedSeconds,
  })),
  stage: ofBattle(
    'The stage: back to initiative or declare, or on to end (the end of the turn)',
    oneOfParser(['initiative', 'declare', 'end']),
    (battle, stage, state) =>
      isCombatRunning(state)
        ? changeStage(battle, ({ initiative: 'INITIATIVE', declare: 'DECLARE', end: 'END' } as const)[stage])
        : refuse('COMBAT_NOT_ACTIVE'),
  ),
  attack: ofBattle('Write none to drop the attack that waits for a defense', noneParser, () => ({
    pendingAttack: undefined,
  })),
};

/** The numbers that an effect of the GM can change, with descriptions. */
export const modifiers = {
  initiative: 'Added to the initiative rating',
  attack: 'Dice on attack and action rolls',
  defense: 'Dice on defense and opposition rolls',
  damage: 'Dice of base damage',
  soak: 'Dice on soak rolls',
  difficulty: 'Added to the difficulty of attacks',
} as const;

/** Lets the GM apply an effect to a combatant, or remove an effect by name. ST-GEN-4. */
export const applyEffect = bindApplyEffect<State, RefusalCode>()({ find: requireCombatant, id: 'id', modifiers });
