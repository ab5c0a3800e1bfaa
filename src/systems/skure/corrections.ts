import { z } from 'zod';
import { ok, phrase, ref, refuse, say } from '../../core/message.ts';
import { bindApplyEffect } from '../../rules/effects.ts';
import { line, step } from '../../rules/event.ts';
import { bindFields, type CorrectableField } from '../../rules/fields.ts';
import { formatSquare, squareSchema } from '../../rules/grid/square.ts';
import {
  createValueParser,
  isNoneText,
  nameListParser,
  oneOfParser,
  parseNumber,
  squareParser,
  textParser,
  valueOrNoneParser,
  wholeNumberParser,
  yesNoParser,
} from '../../rules/value-parsers.ts';
import { doneVerdict, type Verdict } from '../../rules/verb.ts';
import { compassDirections } from '../../rules/view.ts';
import { requireCombatant } from './checks.ts';
import {
  clearedDeath,
  conditionApplied,
  conditionEnded,
  createCondition,
  describeNewLife,
  hasDied,
  hpGauge,
  lifeStateAt,
} from './death.ts';
import { describeObjective } from './objectives.ts';
import type { RefusalCode } from './refusals.ts';
import { parseBlockedSquares } from './settings.ts';
import { placeOnSquare, requirePlaceableSquare } from './setup.ts';
import { corpseStates, deathCauses, parseMoveRating, roles, type Sheet } from './sheet.ts';
import { endAimsAt } from './stances.ts';
import {
  altitudes,
  type Combatant,
  clearedStanceAndAim,
  combatantSchema,
  type Draft,
  event,
  find,
  findByName,
  isPlaced,
  lifeStates,
  listSchema,
  type State,
  stances,
  type Turn,
  turnSchema,
  update,
} from './state.ts';
import { advanceAfterOrder, turnBegan, turnOrderSet } from './turns.ts';

/** The GM corrects a combatant. `what`: description of the corrected field. SK-EXC-3. */
export const corrected = event(
  'corrected',
  { what: z.string(), combatant: combatantSchema },
  {
    apply: (state, { combatant }) => update(state, combatant.id, () => combatant),
    narrate: ({ what, combatant }, { before, reader }) => {
      const { id: who, hp, essence } = combatant;
      const end = describeNewLife(find(before, who), combatant);
      const row =
        reader.isNumberVisible(who, 'hp') && reader.isNumberVisible(who, 'essence')
          ? [[step('SK-EXC-3', say`HP ${hpGauge(reader, combatant, hp)?.text ?? ''}, essence ${essence}`)]]
          : [];
      const field = reader.knowsAllOf(who) ? say`: ${what.split(/[,;:]/)[0]?.replace(/^Its/, 'its') ?? ''}` : '';
      const became = end === undefined ? '' : say`; it is ${end}`;
      return line(say`The GM corrects ${ref(who)}${field}${became}.`, 'plain', row);
    },
  },
);

export const battleCorrected = event(
  'battle-corrected',
  { what: z.string(), objective: z.string(), round: z.int(), blocked: listSchema(squareSchema) },
  {
    apply: (state, { objective, round, blocked }) => ({
      ...state,
      objective,
      round,
      board: { ...state.board, blocked },
      ...(objective !== state.objective &&
        state.settings['objective.reads'] === 'yes' && { objectiveSince: round, held: undefined }),
    }),
    narrate: ({ objective, round, blocked }, { before, after }) => {
      const squares = blocked.map(formatSquare).join(', ');
      const changed = [
        ...(round === before.round ? [] : [phrase`round ${round}`]),
        ...(objective === before.objective ? [] : [phrase`objective: ${describeObjective(after)}`]),
        ...(squares === before.board.blocked.map(formatSquare).join(', ')
          ? []
          : [phrase`squares no one may enter: ${squares || 'none'}`]),
      ];
      return line(phrase`The GM rules: ${changed.join('; ') || 'nothing changes'}.`);
    },
  },
);

export const turnCorrected = event(
  'turn-corrected',
  { what: z.string(), turn: turnSchema },
  {
    apply: (state, { turn }) => ({ ...state, turn }),
    narrate: ({ turn }) => line(say`The GM corrects ${ref(turn.who)}’s turn.`),
  },
);

const fields = bindFields<State, RefusalCode>();

/** Defines corrections of a combatant. An unconscious one loses stance and aim; aims at a dead one are cleared. */
const { field: ofCombatant, customField: customOfCombatant } = fields<Combatant>({
  scope: 'combatant',
  find: requireCombatant,
  write: (draft, after, { says }, before) => {
    const combatant = after.life === 'conscious' ? after : { ...after, ...clearedStanceAndAim };
    draft.emit(corrected({ what: says, combatant }));
    if (hasDied(before, after)) endAimsAt(draft, after.id);
    advanceAfterOrder(draft);
  },
});

/** Defines a correction that emits its own events and then advances the battle. Section 4. */
const settledField = <Value>(
  says: string,
  value: z.ZodType<Value, string>,
  rule: (draft: Draft, combatant: Combatant, value: Value) => Verdict<RefusalCode>,
): CorrectableField<State, RefusalCode> =>
  customOfCombatant(says, value, (draft, combatant, given) => {
    const verdict = rule(draft, combatant, given);
    if (verdict.ok) advanceAfterOrder(draft);
    return verdict;
  });

const onSheet = <Value>(says: string, value: z.ZodType<Value, string>, change: (value: Value) => Partial<Sheet>) =>
  ofCombatant(says, value, ({ sheet }, given) => ({ sheet: { ...sheet, ...change(given) } }));

const ofNextRoll = (says: string, part: keyof Combatant['next'], least: number, most: number) =>
  ofCombatant(says, wholeNumberParser(least, most), ({ next }, given) => ({ next: { ...next, [part]: given } }));

/** Defines corrections of the current turn. Refuses if it is not the combatant’s turn. */
const { field: ofTurn } = fields<Turn>({
  scope: 'combatant',
  find: (state, who) => {
    const found = requireCombatant(state, who);
    if (!found.ok) return found;
    return state.turn?.who === found.value.id
      ? ok(state.turn)
      : refuse('NOT_YOUR_TURN', { actor: ref(found.value.id) });
  },
  write: (draft, turn, { says }) => {
    draft.emit(turnCorrected({ what: says, turn }));
    advanceAfterOrder(draft);
  },
});

type BattleFrame = Pick<State, 'objective' | 'round'> & Pick<State['board'], 'blocked'>;

const { field: ofBattle, customField: customOfBattle } = fields<BattleFrame>({
  scope: 'battle',
  find: ({ objective, round, board: { blocked } }) => ok({ objective, round, blocked }),
  write: (draft, after, { says }) => {
    draft.emit(battleCorrected({ what: says, ...after }));
    advanceAfterOrder(draft);
  },
});

/** HP and life state to set. A dead combatant also gets a cause of death and remains. */
const withLife = ({ deathCause = 'physical', remains = 'body' }: Combatant, hp: number, life: Combatant['life']) =>
  life === 'conscious' || life === 'unconscious' ? { hp, life, ...clearedDeath } : { hp, life, deathCause, remains };

/** HP and life state after the GM sets HP. Destroyed combatants stay destroyed. SK-DEATH-1, SK-DEATH-2. */
const lifeAtHp = (hp: number, combatant: Combatant, { settings }: State): Partial<Combatant> => {
  const life = lifeStateAt(hp, settings);
  return withLife(combatant, hp, life === 'dead' && combatant.life === 'destroyed' ? 'destroyed' : life);
};

const lifeHp: Readonly<Record<Combatant['life'], (hp: number) => number>> = {
  conscious: (hp) => Math.max(hp, 1),
  unconscious: (hp) => (hp > 0 || hp <= -20 ? 0 : hp),
  dead: (hp) => Math.min(hp, -20),
  destroyed: () => -30,
};

/** Parses `stunned`, `asleep 2` or `dazed 3 disrupting`. A minus sign or 0 turns ends the condition. */
const conditionParser = createValueParser('write a condition, like asleep 2 or -stunned', (text) => {
  const [, minus, name, turns, disrupts] = /^([-−])?\s*(.+?)(?:\s+(\d{1,2}))?(\s+disrupting)?$/i.exec(text) ?? [];
  if (name === undefined) return undefined;
  const left = turns === undefined ? undefined : parseNumber(turns);
  return {
    name: name.slice(0, 60),
    turns: left === 0 ? undefined : left,
    disrupts: disrupts !== undefined,
    ends: minus !== undefined || left === 0,
  };
});

/** Parses `none`, `counter`, `defend-self` or `defend-ally Lia`. */
const stanceParser = createValueParser('choose none, counter, defend-self, or defend-ally and a name', (text) => {
  const [first = '', ...rest] = text.split(/\s+/);
  const stance = stances.find((each) => each === first.toLowerCase());
  return stance === undefined ? undefined : { stance, ally: rest.join(' ') };
});

const aimParser = createValueParser('write none, or a name and the turns, like Bob 2', (text) => {
  const [, target, turns = '1'] = /^(.+?)(?:\s+(\d{1,2}))?$/.exec(text) ?? [];
  return target === undefined ? undefined : { target, turns: Math.max(1, Number(turns)) };
});

const squaresParser = createValueParser('write squares like C4 D5', (text) =>
  text === '' || text.length > 2000 ? undefined : parseBlockedSquares(text),
);

const ratingParser = createValueParser('write a movement rating like 3F (+1) Ground', (text) =>
  parseMoveRating(text) === undefined ? undefined : text,
);

const rate = wholeNumberParser(0, 10_000);

/** All values that the GM may correct. Settings are not among them. SK-EXC-3, SK-EXC-4. */
export const corrections = {
  hp: ofCombatant('HP', wholeNumberParser(-1000, 10_000), (combatant, hp, state) => lifeAtHp(hp, combatant, state)),
  life: ofCombatant('Its life', oneOfParser(lifeStates), (each, life) => withLife(each, lifeHp[life](each.hp), life)),
  essence: ofCombatant('Essence', rate, (_, essence) => ({ essence })),
  position: settledField('Its square, like D4', squareParser, (draft, combatant, to) => {
    const free = requirePlaceableSquare(draft.now(), combatant, to);
    if (!free.ok) return free;
    placeOnSquare(draft, combatant.id, to, combatant.facing);
    return doneVerdict;
  }),
  facing: settledField('Its facing', oneOfParser(compassDirections), (draft, combatant, facing) => {
    if (isPlaced(combatant)) placeOnSquare(draft, combatant.id, combatant.at, facing);
    else draft.emit(corrected({ what: 'Its facing', combatant: { ...combatant, facing } }));
    return doneVerdict;
  }),
  altitude: ofCombatant('Its altitude', oneOfParser(altitudes), (_, altitude) => ({ altitude })),
  condition: settledField(
    'A condition to add or remove, like asleep 2 or -stunned',
    conditionParser,
    (draft, { id: who }, given) => {
      const condition = createCondition(given.name, draft.now().settings, given);
      if (given.ends) draft.emit(conditionEnded({ who, name: condition.name }));
      else draft.emit(conditionApplied({ who, condition }));
      return doneVerdict;
    },
  ),
  stance: settledField(
    'Its stance: none, counter, defend-self, or defend-ally and a name',
    stanceParser,
    ({ now, emit }, combatant, { stance, ally: wanted }) => {
      const ally = stance === 'defend-ally' ? findByName(now(), wanted) : undefined;
      if (stance === 'defend-ally' && ally === undefined)
        return refuse('NO_SUCH_TARGET', { target: wanted === '' ? undefined : ref(wanted) });
      emit(corrected({ what: 'Its stance', combatant: { ...combatant, stance, defendAlly: ally?.id } }));
      return doneVerdict;
    },
  ),
  aim: settledField(
    'Its aim: none, or a name and the turns, like Bob 2',
    aimParser,
    ({ now, emit }, combatant, { target: wanted, turns }) => {
      const target = findByName(now(), wanted);
      if (target === undefined && !isNoneText(wanted)) return refuse('NO_SUCH_TARGET', { target: ref(wanted) });
      const aim = target && { target: target.id, turns };
      emit(corrected({ what: 'Its aim', combatant: { ...combatant, aim } }));
      return doneVerdict;
    },
  ),
  cause: ofCombatant('Its cause of death', oneOfParser(deathCauses), (_, deathCause) => ({ deathCause })),
  remains: ofCombatant('Its remains', oneOfParser(corpseStates), (_, remains) => ({ remains })),
  side: ofCombatant('Its side', textParser(60), (_, team) => ({ team })),
  role: onSheet('Its role: captain, lieutenant or member', oneOfParser(roles), (role) => ({ role })),
  class: onSheet('Its class', textParser(100), (name) => ({ class: name })),
  promoted: onSheet('Is it promoted? yes or no', yesNoParser, (promoted) => ({ promoted })),
  'next-hit': ofNextRoll('Its bonus or penalty on the next hit roll', 'hit', -200, 200),
  'next-damage': ofNextRoll('Its damage on the next roll, in percent more or less', 'damage', -100, 1000),
  'next-roll': ofNextRoll('Its next d100 result', 'roll', 1, 100),
  agility: onSheet('Agility', rate, (agility) => ({ agility })),
  speed: onSheet('Speed', rate, (speed) => ({ speed })),
  attack: onSheet('Attack', rate, (attack) => ({ attack })),
  defense: onSheet('Defense', rate, (defense) => ({ defense })),
  'max-hp': onSheet('Its maximum HP', wholeNumberParser(1, 10_000), (maxHp) => ({ maxHp })),
  'max-essence': onSheet('Its maximum essence', rate, (maxEssence) => ({ maxEssence })),
  size: onSheet('Size', wholeNumberParser(1, 100), (size) => ({ size })),
  movement: onSheet('Its movement rating, like 3F (+1) Ground', ratingParser, (move) => ({ move })),
  'melee-range': onSheet('Melee range', wholeNumberParser(1, 200), (meleeRange) => ({ meleeRange })),
  'ranged-range': onSheet('Its ranged range; 0: no ranged attack', wholeNumberParser(0, 200), (range) => ({
    rangedRange: range === 0 ? null : range,
  })),
  alignment: onSheet('Its alignment', oneOfParser(['good', 'neutral', 'evil']), (alignment) => ({ alignment })),
  current: settledField('Its turn begins now: write yes', yesNoParser, (draft, { id: who }, begins) => {
    const { status, order, turn } = draft.now();
    if (status !== 'active') return refuse('BATTLE_NOT_ACTIVE', { actor: ref(who) });
    if (!order.includes(who)) return refuse('BAD_ORDER', { target: ref(who) });
    if (begins && turn?.who !== who) draft.emit(turnBegan({ who }));
    return doneVerdict;
  }),
  acted: ofTurn('Has it spent its action? yes or no', yesNoParser, (_, acted) => ({ acted })),
  'points-spent': ofTurn('Points spent on moving this turn', rate, (_, pointsSpent) => ({ pointsSpent })),
  'start-facing': ofTurn('Its facing at the start of the turn', oneOfParser(compassDirections), (_, startFacing) => ({
    startFacing,
  })),
  order: customOfBattle(
    'The turn order: every name on the board, separated by commas',
    nameListParser,
    ({ now, emit }, _, given) => {
      const order: string[] = [];
      for (const each of given) {
        const known = findByName(now(), each);
        if (known?.at === undefined || order.includes(known.id)) return refuse('BAD_ORDER', { target: ref(each) });
        order.push(known.id);
      }
      const missing = now().combatants.find(({ id, at }) => at !== undefined && !order.includes(id));
      if (missing !== undefined) return refuse('BAD_ORDER', { target: ref(missing.id) });
      if (now().status !== 'active') return refuse('BATTLE_NOT_ACTIVE', { actor: 'gm' });
      emit(turnOrderSet({ order, place: order.indexOf(now().turn?.who ?? '') }));
      return doneVerdict;
    },
  ),
  objective: ofBattle(
    'What ends the battle, like hold C4 for 3 rounds; none: the surviving team wins',
    valueOrNoneParser(textParser()),
    (_, given) => ({ objective: given === 'none' ? '' : given }),
  ),
  round: ofBattle('The round', wholeNumberParser(1, 10_000), (_, round) => ({ round })),
  blocked: ofBattle(
    'Squares no one may enter, like C4 D5; none: every square may be entered',
    valueOrNoneParser(squaresParser),
    (_, given) => ({ blocked: given === 'none' ? [] : given }),
  ),
};

/** Modifiers that the GM may apply to a combatant. SK-EXC-3. */
export const modifiers = {
  hit: 'Added to its own hit rolls',
  dodge: 'Added to hit rolls made against it; a negative number protects it',
  attack: 'Added to its attack',
  defense: 'Added to its defense',
  speed: 'Added to its speed',
  agility: 'Added to its agility, which sets the turn order',
  movement: 'Added to the points it may move in a turn',
  damage: 'Percent added to the damage it deals',
  'damage-taken': 'Percent added to the damage it takes',
} as const;

/** Applies or removes modifiers. SK-EXC-3. */
export const applyEffect = bindApplyEffect<State, RefusalCode>()({
  find: requireCombatant,
  id: 'id',
  modifiers,
  noSuchEffect: (who, effect) => refuse('NO_EFFECT', { effect, target: ref(who) }),
});
