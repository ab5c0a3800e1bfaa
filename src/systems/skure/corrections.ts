import { z } from 'zod';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import { squareFrom } from '../../rules/grid/square.ts';
import { compass } from '../../rules/view.ts';
import { dropAimsAt } from './aiming.ts';
import { isPlaced } from './board.ts';
import { called } from './combatants.ts';
import { condition } from './conditions.ts';
import { number, word } from './correction-values.ts';
import { lifeAt } from './death.ts';
import { correction } from './declare.ts';
import { putOn, standable } from './deployment.ts';
import { type Ledger, ledger } from './ledger.ts';
import { allRemains, altitudes, type Combatant, causes, lives, type State, stances, type Turn } from './model.ts';
import type { Code } from './refusals.ts';
import { blockedSquares } from './settings.ts';
import { moveRating, type Sheet } from './sheet.ts';
import { settle } from './turns.ts';

const phrase = z.string().trim().max(300);

const found = (state: State, who: string): Result<Combatant, Refusal<Code>> => {
  const combatant = called(state, who);
  return combatant === undefined ? refuse('NO_SUCH_TARGET', { target: who }) : ok(combatant);
};

/** SK-EXC-3: does something to one combatant, then what follows every command (section 4). */
const ruling = <Value>(
  says: string,
  value: z.ZodType<Value, string>,
  change: (book: Ledger, combatant: Combatant, value: Value) => Refusal<Code> | undefined,
) =>
  correction({
    says,
    of: 'combatant',
    value,
    resolve: (state, who, given: Value) => {
      const combatant = found(state, who);
      if (!combatant.ok) return combatant;
      const book = ledger(state);
      const refused = change(book, combatant.value, given);
      if (refused !== undefined) return { ok: false, error: refused };
      settle(book);
      return ok(book.events);
    },
  });

const atRest = { stance: 'none', defendAlly: undefined, aim: undefined } as const;

/** Sets fields of a combatant; who is no longer conscious loses stance and aim, and aims at the dead end. */
const set = <Value>(
  says: string,
  value: z.ZodType<Value, string>,
  fields: (combatant: Combatant, value: Value, state: State) => Partial<Combatant>,
) =>
  ruling(says, value, (book, combatant, given) => {
    const changed = { ...combatant, ...fields(combatant, given, book.now()) };
    const next = changed.life === 'conscious' ? changed : { ...changed, ...atRest };
    book.add({ type: 'corrected', what: says, combatant: next });
    if (next.life !== combatant.life && (next.life === 'dead' || next.life === 'destroyed'))
      dropAimsAt(book, next.name);
    return undefined;
  });

const rate = (says: string, field: 'agility' | 'speed' | 'attack' | 'defense' | 'maxEssence', min = 0) =>
  set(says, number(min, 10_000), ({ sheet }, value) => ({ sheet: { ...sheet, [field]: value } }));

const sheetField = <Value>(
  says: string,
  value: z.ZodType<Value, string>,
  change: (sheet: Sheet, value: Value) => Partial<Sheet>,
) => set(says, value, ({ sheet }, given) => ({ sheet: { ...sheet, ...change(sheet, given) } }));

const living = (hp: number, combatant: Combatant, { settings }: State): Partial<Combatant> => {
  const life = lifeAt(hp, settings);
  if (life !== 'dead') return { hp, life, deathCause: undefined, remains: undefined };
  const { deathCause = 'physical', remains = 'body' } = combatant;
  return { hp, life: combatant.life === 'destroyed' ? 'destroyed' : 'dead', deathCause, remains };
};

/** HP that fit a life the BM decrees. */
const decreed: Readonly<Record<Combatant['life'], (hp: number) => number>> = {
  conscious: (hp) => Math.max(hp, 1),
  unconscious: (hp) => (hp > 0 || hp <= -20 ? 0 : hp),
  dead: (hp) => Math.min(hp, -20),
  destroyed: () => -30,
};

const decree = (combatant: Combatant, life: Combatant['life']): Partial<Combatant> => {
  const hp = decreed[life](combatant.hp);
  if (life === 'conscious' || life === 'unconscious') return { hp, life, deathCause: undefined, remains: undefined };
  const { deathCause = 'physical', remains = 'body' } = combatant;
  return { hp, life, deathCause, remains };
};

/** Reads `stunned`, `asleep 2`, `dazed 3 disrupting`; with a minus before it the condition ends: `-stunned`. */
const conditionRuling = ruling('A condition, like asleep 2 or -stunned', phrase.min(1), (book, { name }, text) => {
  const [, minus, what = '', turns, flagged] = /^(-|−)?\s*(.+?)(?:\s+(\d{1,2}))?(\s+disrupting)?$/i.exec(text) ?? [];
  const laid = condition(what.slice(0, 60), book.now().settings, {
    turns: turns === undefined || Number(turns) === 0 ? undefined : Number(turns),
    disrupts: flagged !== undefined,
  });
  if (minus !== undefined || Number(turns) === 0) book.add({ type: 'condition-ended', who: name, name: laid.name });
  else book.add({ type: 'conditioned', who: name, condition: laid });
  return undefined;
});

/** Reads `none`, `counter`, `defend-self`, `defend-ally Lia`. */
const stanceRuling = ruling(
  'Its stance: none, counter, defend-self, or defend-ally and a name',
  phrase,
  (book, combatant, text) => {
    const [first = '', ...rest] = text.split(/\s+/);
    const stance = stances.find((each) => each === first.toLowerCase()) ?? 'none';
    const ally = stance === 'defend-ally' ? called(book.now(), rest.join(' ')) : undefined;
    if (stance === 'defend-ally' && ally === undefined)
      return { code: 'NO_SUCH_TARGET', facts: { target: rest.join(' ') || 'nobody' } };
    book.add({ type: 'corrected', what: 'Its stance', combatant: { ...combatant, stance, defendAlly: ally?.name } });
    return undefined;
  },
);

/** Reads `none` or `Bob 2`. */
const aimRuling = ruling('Its aim: none, or a name and the turns, like Bob 2', phrase, (book, combatant, text) => {
  const [, name = '', turns = '1'] = /^(.+?)(?:\s+(\d{1,2}))?$/.exec(text) ?? [];
  const target = called(book.now(), name);
  if (target === undefined && name.toLowerCase() !== 'none') return { code: 'NO_SUCH_TARGET', facts: { target: name } };
  const aim = target === undefined ? undefined : { target: target.name, turns: Math.max(1, Number(turns)) };
  book.add({ type: 'corrected', what: 'Its aim', combatant: { ...combatant, aim } });
  return undefined;
});

const positionRuling = ruling('Its square, like D4', phrase, (book, combatant, text) => {
  const to = squareFrom(text);
  if (to === undefined) return { code: 'BAD_PATH', facts: { word: text.slice(0, 40) } };
  const free = standable(book.now(), combatant, to);
  if (!free.ok) return free.error;
  putOn(book, combatant.name, to, combatant.facing);
  return undefined;
});

const facingRuling = ruling('Its facing', word(compass), (book, combatant, facing) => {
  if (isPlaced(combatant)) putOn(book, combatant.name, combatant.at, facing);
  else book.add({ type: 'corrected', what: 'Its facing', combatant: { ...combatant, facing } });
  return undefined;
});

/** The scratch of the turn in hand; only the one whose turn it is has one. */
const turnField = <Value>(says: string, value: z.ZodType<Value, string>, fields: (value: Value) => Partial<Turn>) =>
  ruling(says, value, (book, { name }, given) => {
    const { turn } = book.now();
    if (turn?.who !== name) return { code: 'NOT_YOUR_TURN', facts: { actor: name } };
    book.add({ type: 'turn-corrected', what: says, turn: { ...turn, ...fields(given) } });
    return undefined;
  });

const yesNo = word(['yes', 'no']);

const ofBattle = <Value>(
  says: string,
  value: z.ZodType<Value, string>,
  change: (state: State, value: Value) => Partial<Pick<State, 'objective' | 'round' | 'board'>>,
) =>
  correction({
    says,
    of: 'battle',
    value,
    resolve: (state, _, given: Value) => {
      const { objective, round, board } = { ...state, ...change(state, given) };
      const book = ledger(state);
      book.add({ type: 'battle-corrected', what: says, objective, round, blocked: board.blocked });
      settle(book);
      return ok(book.events);
    },
  });

const orderRuling = correction({
  says: 'The turn order: every name on the board, with commas between',
  of: 'battle',
  value: phrase.max(2000).transform((text) =>
    text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
  resolve: (state, _, names: readonly string[]) => {
    const order: string[] = [];
    for (const name of names) {
      const known = called(state, name);
      if (known?.at === undefined || order.includes(known.name)) return refuse('BAD_ORDER', { target: name });
      order.push(known.name);
    }
    const missing = state.combatants.find(({ name, at }) => at !== undefined && !order.includes(name));
    if (missing !== undefined) return refuse('BAD_ORDER', { target: missing.name });
    if (state.status !== 'active') return refuse('BATTLE_NOT_ACTIVE', { actor: 'gm' });
    return ok([{ type: 'ordered', order, place: order.indexOf(state.turn?.who ?? '') }]);
  },
});

const currentRuling = ruling('Its turn begins now: write yes', yesNo, (book, { name }, given) => {
  const { status, order, turn } = book.now();
  if (status !== 'active') return { code: 'BATTLE_NOT_ACTIVE', facts: { actor: name } };
  if (!order.includes(name)) return { code: 'BAD_ORDER', facts: { target: name } };
  if (given === 'yes' && turn?.who !== name) book.add({ type: 'turn-began', who: name });
  return undefined;
});

/** SK-EXC-3: everything the BM may set by hand. */
export const corrections = {
  hp: set('HP', number(-1000, 10_000), (combatant, hp, state) => living(hp, combatant, state)),
  life: set('Its life', word(lives), (combatant, life) => decree(combatant, life)),
  essence: set('Essence', number(0, 10_000), (_, essence) => ({ essence })),
  position: positionRuling,
  facing: facingRuling,
  altitude: set('Its altitude', word(altitudes), (_, altitude) => ({ altitude })),
  condition: conditionRuling,
  stance: stanceRuling,
  aim: aimRuling,
  cause: set('What it died of', word(causes), (_, deathCause) => ({ deathCause })),
  remains: set('What remains of it', word(allRemains), (_, remains) => ({ remains })),
  team: set('Its team', phrase.min(1).max(60), (_, team) => ({ team })),
  'next-hit': set('Points on its next roll', number(-200, 200), ({ next }, hit) => ({ next: { ...next, hit } })),
  'next-damage': set('Percent on the damage of its next roll', number(-100, 1000), ({ next }, damage) => ({
    next: { ...next, damage },
  })),
  'next-roll': set('What its next roll shows', number(1, 100), ({ next }, roll) => ({ next: { ...next, roll } })),
  agility: rate('Agility', 'agility'),
  speed: rate('Speed', 'speed'),
  attack: rate('Attack', 'attack'),
  defense: rate('Defense', 'defense'),
  'max-hp': sheetField('Most HP', number(1, 10_000), (_, maxHp) => ({ maxHp })),
  'max-essence': rate('Most essence', 'maxEssence'),
  size: sheetField('Size', number(1, 100), (_, size) => ({ size })),
  movement: sheetField(
    'Movement rating, like 3F (+1) Ground',
    phrase.refine((text) => moveRating(text) !== undefined, 'a movement rating reads like 3F (+1) Ground'),
    (_, move) => ({ move }),
  ),
  'melee-range': sheetField('Melee range', number(1, 200), (_, meleeRange) => ({ meleeRange })),
  'ranged-range': sheetField('Ranged range; 0 for none', number(0, 200), (_, range) => ({
    rangedRange: range === 0 ? null : range,
  })),
  alignment: sheetField('Its alignment', word(['good', 'neutral', 'evil']), (_, alignment) => ({ alignment })),
  current: currentRuling,
  acted: turnField('Has it spent its action? yes or no', yesNo, (value) => ({ acted: value === 'yes' })),
  'points-spent': turnField('Points spent on moving this turn', number(0, 10_000), (pointsSpent) => ({ pointsSpent })),
  'start-facing': turnField('The facing its turn began with', word(compass), (startFacing) => ({ startFacing })),
  order: orderRuling,
  objective: ofBattle('What ends the battle; none for the surviving team', phrase, (_, text) => ({
    objective: text.toLowerCase() === 'none' ? '' : text,
  })),
  round: ofBattle('The round', number(1, 10_000), (_, round) => ({ round })),
  blocked: ofBattle(
    'Squares nobody may enter, like C4 D5; none for no such squares',
    phrase
      .max(2000)
      .refine(
        (text) => text.toLowerCase() === 'none' || blockedSquares(text) !== undefined,
        'squares are written like C4 D5',
      ),
    ({ board }, text) => ({
      board: { ...board, blocked: text.toLowerCase() === 'none' ? [] : [...(blockedSquares(text) ?? [])] },
    }),
  ),
};
