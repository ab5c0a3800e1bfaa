import { cutLetters } from '../../core/letters.ts';
import { ok, ref, refuse } from '../../core/message.ts';
import { bindApplyEffect } from '../../rules/effects.ts';
import { declareCorrections } from '../../rules/fields.ts';
import { loadTexts } from '../../rules/presets.ts';
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
import { doneVerdict } from '../../rules/verb.ts';
import { compassDirections } from '../../rules/view.ts';
import { requireCombatant } from './checks.ts';
import { clearedDeath, conditionApplied, conditionEnded, createCondition, lifeStateAt } from './death.ts';
import { describeObjective } from './objectives.ts';
import type { RefusalCode } from './refusals.ts';
import { parseBlockedSquares } from './settings.ts';
import { placeOnSquare, requirePlaceableSquare } from './setup.ts';
import { corpseStates, deathCauses, parseMoveRating, roles } from './sheet.ts';
import { endAimsAt } from './stances.ts';
import {
  altitudes,
  type Combatant,
  clearedStanceAndAim,
  combatantId,
  combatantSchema,
  type Draft,
  findByName,
  isAlive,
  lifeStates,
  type State,
  stances,
  stateSchema,
  type Turn,
  update,
} from './state.ts';
import { advanceAfterOrder, turnBegan, turnOrderSet } from './turns.ts';
import { combatantView } from './view.ts';

const declared = declareCorrections<State, RefusalCode, Combatant>({
  rule: 'SK-EXC-3',
  context: 'skure',
  schemas: {
    id: combatantId,
    combatant: combatantSchema,
    battle: stateSchema.pick({
      objective: true,
      objectiveSince: true,
      held: true,
      round: true,
      board: true,
      turn: true,
    }),
  },
  find: requireCombatant,
  update,
  combatantView,
});

/** The GM corrects a value. SK-EXC-3. */
export const { corrected } = declared;

const { fieldsOf, ofCombatant, ofBattle } = declared;

/** Defines corrections of the current turn. Refuses if it is not the combatant’s turn. */
const { part: ofTurn } = fieldsOf<Turn>({
  scope: 'combatant',
  find: (state, who) => {
    const found = requireCombatant(state, who);
    if (!found.ok) return found;
    return state.turn?.who === found.value.id
      ? ok(state.turn)
      : refuse('NOT_YOUR_TURN', { actor: ref(found.value.id) });
  },
  who: ({ who }) => who,
  patch: (parts, turn) => ({ battle: { turn: { ...turn, ...parts } } }),
});

/** Ends aims at dead combatants and advances, unless the battle was not active `before`. SK-AIM-10, section 4. */
export const continueAfterCorrection = (draft: Draft, before?: State): undefined => {
  if (before !== undefined && before.status !== 'active') return;
  for (const each of draft.now().combatants) if (!isAlive(each)) endAimsAt(draft, each.id);
  advanceAfterOrder(draft);
};

/** HP and life state to set. An unconscious combatant loses stance and aim, a dead one gets a cause of death and remains. */
const withLife = ({ deathCause = 'physical', remains = 'body' }: Combatant, hp: number, life: Combatant['life']) => ({
  hp,
  life,
  ...(life !== 'conscious' && clearedStanceAndAim),
  ...(isAlive({ life }) ? clearedDeath : { deathCause, remains }),
});

/** HP and life state after the GM sets HP. Destroyed combatants stay destroyed. SK-DEATH-1, SK-DEATH-2. */
const lifeAtHp = (combatant: Combatant, hp: number, { settings }: State): Partial<Combatant> => {
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
    name: cutLetters(name, 60),
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
  hp: ofCombatant.field('HP', wholeNumberParser(-1000, 10_000), lifeAtHp, 'hp'),
  life: ofCombatant.field(
    'Its life',
    oneOfParser(lifeStates),
    (one, life) => withLife(one, lifeHp[life](one.hp), life),
    'life',
  ),
  essence: ofCombatant.part('Essence', rate, 'essence'),
  position: ofCombatant.custom(
    'Its square, like D4',
    squareParser,
    (draft, combatant, to) => {
      const free = requirePlaceableSquare(draft.now(), combatant, to);
      if (!free.ok) return free;
      placeOnSquare(draft, combatant.id, to, combatant.facing);
      return doneVerdict;
    },
    ({ at }) => at,
  ),
  facing: ofCombatant.custom('Its facing', oneOfParser(compassDirections), (draft, { id: who, at, facing }, to) => {
    if (at !== undefined) placeOnSquare(draft, who, at, to);
    else draft.emit(corrected({ who, field: 'facing', from: facing, to, combatant: { set: { facing: to } } }));
    return doneVerdict;
  }),
  altitude: ofCombatant.part('Its altitude', oneOfParser(altitudes), 'altitude'),
  condition: ofCombatant.custom(
    'A condition to add or remove, like asleep 2 or -stunned',
    conditionParser,
    (draft, { id: who }, given) => {
      const condition = createCondition(given.name, draft.now().settings, given);
      if (given.ends) draft.emit(conditionEnded({ who, name: condition.name }));
      else draft.emit(conditionApplied({ who, condition }));
      return doneVerdict;
    },
    ({ conditions }) => conditions.map(({ name }) => name),
  ),
  stance: ofCombatant.field(
    'Its stance: none, counter, defend-self, or defend-ally and a name',
    stanceParser,
    (_, { stance, ally: wanted }, state) => {
      const ally = stance === 'defend-ally' ? findByName(state, wanted) : undefined;
      return stance === 'defend-ally' && ally === undefined
        ? refuse('NO_SUCH_TARGET', { target: wanted === '' ? undefined : ref(wanted) })
        : { stance, defendAlly: ally?.id };
    },
    ({ stance, defendAlly }) => (defendAlly === undefined ? stance : { stance, defendAlly }),
  ),
  aim: ofCombatant.field(
    'Its aim: none, or a name and the turns, like Bob 2',
    aimParser,
    (_, { target: wanted, turns }, state) => {
      const target = findByName(state, wanted);
      if (target === undefined && !isNoneText(wanted)) return refuse('NO_SUCH_TARGET', { target: ref(wanted) });
      return { aim: target && { target: target.id, turns } };
    },
    'aim',
  ),
  cause: ofCombatant.part('Its cause of death', oneOfParser(deathCauses), 'deathCause'),
  remains: ofCombatant.part('Its remains', oneOfParser(corpseStates), 'remains'),
  side: ofCombatant.part('Its side', textParser(60), 'team'),
  role: ofCombatant.part('Its role: captain, lieutenant or member', oneOfParser(roles), 'sheet.role'),
  class: ofCombatant.part('Its class', textParser(100), 'sheet.class'),
  promoted: ofCombatant.part('Is it promoted? yes or no', yesNoParser, 'sheet.promoted'),
  'next-hit': ofCombatant.part('Its bonus or penalty on the next hit roll', wholeNumberParser(-200, 200), 'next.hit'),
  'next-damage': ofCombatant.part(
    'Its damage on the next roll, in percent more or less',
    wholeNumberParser(-100, 1000),
    'next.damage',
  ),
  'next-roll': ofCombatant.part('Its next d100 result', wholeNumberParser(1, 100), 'next.roll'),
  agility: ofCombatant.part('Agility', rate, 'sheet.agility'),
  speed: ofCombatant.part('Speed', rate, 'sheet.speed'),
  attack: ofCombatant.part('Attack', rate, 'sheet.attack'),
  defense: ofCombatant.part('Defense', rate, 'sheet.defense'),
  'max-hp': ofCombatant.part('Its maximum HP', wholeNumberParser(1, 10_000), 'sheet.maxHp'),
  'max-essence': ofCombatant.part('Its maximum essence', rate, 'sheet.maxEssence'),
  size: ofCombatant.part('Size', wholeNumberParser(1, 100), 'sheet.size'),
  movement: ofCombatant.part('Its movement rating, like 3F (+1) Ground', ratingParser, 'sheet.move'),
  'melee-range': ofCombatant.part('Melee range', wholeNumberParser(1, 200), 'sheet.meleeRange'),
  'ranged-range': ofCombatant.field(
    'Its ranged range; 0: no ranged attack',
    wholeNumberParser(0, 200),
    ({ sheet }, range) => ({ sheet: { ...sheet, rangedRange: range === 0 ? null : range } }),
    ({ sheet }) => sheet.rangedRange ?? 0,
  ),
  alignment: ofCombatant.part('Its alignment', oneOfParser(['good', 'neutral', 'evil']), 'sheet.alignment'),
  current: ofCombatant.custom('Its turn begins now: write yes', yesNoParser, (draft, { id: who }, begins) => {
    const { status, order, turn } = draft.now();
    if (status !== 'active') return refuse('BATTLE_NOT_ACTIVE', { actor: ref(who) });
    if (!order.includes(who)) return refuse('BAD_ORDER', { target: ref(who) });
    if (begins && turn?.who !== who) draft.emit(turnBegan({ who }));
    return doneVerdict;
  }),
  acted: ofTurn('Has it spent its action? yes or no', yesNoParser, 'acted'),
  'points-spent': ofTurn('Points spent on moving this turn', rate, 'pointsSpent'),
  'start-facing': ofTurn('Its facing at the start of the turn', oneOfParser(compassDirections), 'startFacing'),
  order: ofBattle.custom(
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
  objective: ofBattle.field(
    'What ends the battle, like hold C4 for 3 rounds; none: the surviving team wins',
    valueOrNoneParser(textParser()),
    (state, given) => {
      const objective = given === 'none' ? '' : given;
      const restarts = objective !== state.objective && state.settings['objective.reads'] === 'yes';
      return { objective, ...(restarts && { objectiveSince: state.round, held: undefined }) };
    },
    describeObjective,
  ),
  round: ofBattle.part('The round', wholeNumberParser(1, 10_000), 'round'),
  blocked: ofBattle.field(
    'Squares no one may enter, like C4 D5; none: every square may be entered',
    valueOrNoneParser(squaresParser),
    ({ board }, given) => ({ board: { ...board, blocked: given === 'none' ? [] : given } }),
    'board.blocked',
  ),
};

/** Modifiers that the GM may apply to a combatant. SK-EXC-3. */
export const modifiers = loadTexts(new URL('./modifiers.json', import.meta.url));

/** Applies or removes modifiers. SK-EXC-3. */
export const applyEffect = bindApplyEffect<State, RefusalCode>({ find: requireCombatant, modifiers });
