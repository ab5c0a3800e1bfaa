import { z } from 'zod';
import {
  amount,
  count,
  formatSigned,
  joined,
  maskedRef,
  ref,
  say,
  sentences,
  type Text,
  term,
} from '../../../core/message.ts';
import { type EventContext, line, type SumRow, type SumStep, step, type UnresolvedLine } from '../../../rules/event.ts';
import { squareSchema } from '../../../rules/grid/square.ts';
import type { Reader } from '../../../rules/reader.ts';
import { damageOutcomeSchema, describeNewLife, hpGauge } from '../death.ts';
import { combatantId, find, type State } from '../state.ts';
import { type AttackKind, attackKinds, speedEdge } from './attack-kinds.ts';
import {
  findStage,
  findStageRow,
  type Roll,
  type SavedNumbers,
  savedNumbersSchema,
  scaleDamage,
} from './attack-numbers.ts';

export const attackFacts = {
  how: z.enum(attackKinds),
  attacker: combatantId,
  target: combatantId,
  /** The ally for whom the target takes the attack. */
  instead: combatantId.optional(),
  /** Name of the spell or breath. Undefined for other attacks. */
  with: z.string().optional(),
  /** The square that the target entered to provoke an attack of opportunity. Undefined for other attacks. */
  at: squareSchema.optional(),
  /** True if the target is only in the area of a spell or breath. */
  spread: z.literal(true).optional(),
  damage: z.int(),
  numbers: savedNumbersSchema,
  outcome: damageOutcomeSchema,
};
type AttackEvent = z.output<z.ZodObject<typeof attackFacts>>;

const formatFactor = (percent: number): Text => say`×${percent / 100}`;

/** A result with its exact value if that was rounded: `7.5 → 8`. */
const formatRounded = (exact: number, rounded: number): Text =>
  exact === rounded ? amount(rounded) : say`${amount(exact, 4)} → ${rounded}`;

const attackTexts: Readonly<Record<AttackKind, (who: Text, whom: Text, magic: string) => Text>> = {
  melee: (who, whom) => say`${who} strikes ${whom}`,
  ranged: (who, whom) => say`${who} shoots ${whom}`,
  charge: (who, whom) => say`${who} charges ${whom}`,
  counter: (who, whom) => say`${who} counters ${whom}`,
  opportunity: (who, whom) => say`${who} makes an attack of opportunity on ${whom}`,
  spell: (who, whom, magic) => say`${who} hits ${whom} with ${term(magic)}`,
  breath: (who, whom, magic) => say`${who} breathes on ${whom} with ${term(magic)}`,
};

type PlainTerm = Exclude<Roll['terms'][number]['term'], 'speed' | 'position' | 'aim'>;
const plainTerms: Readonly<Record<PlainTerm, (sum: string) => readonly [string, Text]>> = {
  defend: (sum) => ['SK-DEF-2', say`${sum} target defends itself`],
  counter: (sum) => ['SK-CTR-2', say`${sum} target’s counter position`],
  shift: (sum) => ['SK-RUL-44', say`${sum} for a reaction`],
  effects: (sum) => ['SK-EXC-3', say`${sum} effects`],
  bm: (sum) => ['SK-EXC-3', say`${sum} by the GM`],
};

const termStep = (
  { speeds, zone, aimTurns }: SavedNumbers,
  how: AttackKind,
  { term: part, value }: Roll['terms'][number],
): SumStep<Text> => {
  const sum = formatSigned(value);
  switch (part) {
    case 'speed': {
      const [mine, theirs] = speeds;
      const edge = how === 'counter' ? say`speed difference` : value > 0 ? say`faster` : say`slower`;
      const label = how !== 'counter' && Math.abs(value) <= 25 && speedEdge(mine, theirs).label;
      const why = joined([say.of('speeds')`${mine} to ${theirs}`, label]);
      return step(how === 'counter' ? 'SK-CTR-5' : 'SK-SPEED-2', say`${sum} ${edge} (${why})`);
    }
    case 'position':
      return step(zone === 'rear' ? 'SK-POS-6' : 'SK-POS-5', say`${sum} ${term(zone ?? 'front')}`);
    case 'aim':
      return step('SK-AIM-3', say`${sum} for aiming ${count(aimTurns, 'turn')}`);
    default:
      return step(...plainTerms[part](sum));
  }
};

const rollRow = (numbers: SavedNumbers, roll: Roll, how: AttackKind, areTermsVisible: boolean): SumRow<Text> => {
  const { natural, forced, terms, modified, stage, cap } = roll;
  const capped = stage === cap && modified > (findStageRow(cap).to ?? 0);
  const reached = capped ? findStage(modified) : stage;
  const most = numbers.zone === 'front' ? say`at most stage ${cap} from the front` : say`at most stage ${cap}`;
  return [
    step('SK-ATK-8', forced ? say`d100 ${natural}, set by the GM` : say`d100 ${natural}`),
    ...(areTermsVisible ? terms.map((each) => termStep(numbers, how, each)) : []),
    step('SK-ATK-10', areTermsVisible ? say`= ${modified} → stage ${reached}` : say`→ stage ${reached}`),
    ...(capped ? [step('SK-ATK-11', most)] : []),
  ];
};

const factorRules: Readonly<Record<string, readonly [string, Text]>> = {
  stage: ['SK-ATK-10', say`stage`],
  position: ['SK-ATK-12', say`position`],
  charge: ['SK-CHARGE-10', say`charge`],
  counter: ['SK-CTR-6', say`counter`],
  opportunity: ['SK-AOO-4', say`opportunity`],
  defend: ['SK-DEF-3', say`defending`],
  guard: ['SK-ALLY-5', say`guarding`],
  effects: ['SK-EXC-3', say`effects`],
  bm: ['SK-EXC-3', say`by the GM`],
};

const damageRow = (
  { attack, defense, base, factors, whole }: SavedNumbers,
  magic: boolean,
  areRatesVisible: boolean,
  settings: State['settings'],
): SumRow<Text> => {
  const [over, under] = scaleDamage(base, factors, settings);
  const isAdded = settings['damage.percent'] === 'add';
  const difference = say`attack ${attack} − defense ${defense} = ${attack - defense}`;
  const rates = base > attack - defense ? joined([difference, say`at least ${base}`]) : difference;
  const natural = magic
    ? step('SK-SPELL-8', say`damage ${base}`)
    : step('SK-ATK-7', areRatesVisible ? rates : say`natural damage ${base}`);
  return [
    natural,
    ...factors.map(({ factor, percent }) => {
      const [rule, label] = factorRules[factor] ?? ['SK-ATK-12', term(factor)];
      return step(
        rule,
        say`${isAdded && factor !== 'stage' ? `${formatSigned(percent - 100)}%` : formatFactor(percent)} ${label}`,
      );
    }),
    ...(factors.length === 0 ? [] : [step('SK-RUL-16', say`= ${formatRounded(over / under, whole)}`)]),
  ];
};

/** Damage by element, after affinities. Empty if it is all physical. */
export const elementRow = (
  damage: number,
  { physical, portions }: Pick<SavedNumbers, 'physical' | 'portions'>,
): SumRow<Text> =>
  portions.length === 0
    ? []
    : [
        ...portions.map(({ element, raw, affinity, damage: taken }) => {
          const percent = Math.max(0, 100 + affinity);
          const effect = affinity > 0 ? say`weak to the element` : say`strong against the element`;
          return step(
            'SK-ELEM-4',
            affinity === 0
              ? say`${raw} ${term(element)}`
              : say`${raw} ${term(element)}, ${effect} ${formatFactor(percent)} = ${formatRounded((raw * percent) / 100, taken)}`,
          );
        }),
        ...(physical > 0 ? [step('SK-ELEM-1', say`${physical} physical`)] : []),
        step('SK-ELEM-5', say`= ${damage}`),
      ];

const lifeRules = { conscious: 'SK-DEATH-2', unconscious: 'SK-DEATH-2', dead: 'SK-DEATH-1', destroyed: 'SK-DEATH-7' };

/** The target’s HP before and after. Empty if unchanged or hidden. */
export const hpRow = (
  before: State,
  reader: Reader,
  { target, outcome }: Pick<AttackEvent, 'target' | 'outcome'>,
): SumRow<Text> => {
  const was = find(before, target);
  if (was === undefined || was.hp === outcome.hp) return [];
  const [from, to] = [hpGauge(reader, was, was.hp), hpGauge(reader, was, outcome.hp)];
  if (from === undefined || to === undefined) return [];
  const [end] = describeNewLife(ref(target), was, outcome);
  // HP in words would only repeat that the target is down.
  const now = end === undefined ? term(to.text) : to.share === undefined ? end : joined([term(to.text), end]);
  const rule = end === undefined ? 'SK-ATK-14' : lifeRules[outcome.life];
  return [step(rule, say`${ref(target)} ${term(from.text)} → ${now}`)];
};

/** True if this reader may see the damage, which could reveal the target’s hidden defense. */
export const isDamageVisible = (
  reader: Reader,
  target: string,
  { portions }: Pick<SavedNumbers, 'portions'>,
  magic: boolean,
): boolean =>
  (magic || reader.isNumberVisible(target, 'defense')) &&
  (portions.every(({ affinity }) => affinity === 0) || reader.isNumberVisible(target, 'affinity'));

/** Describes the side of the target that an attack comes from. False for the front. */
export const zoneTexts = { front: false, flank: say`from the flank`, rear: say`from the rear` } as const;

const describeAttack = (attack: AttackEvent, { before, reader }: EventContext<State>): Text => {
  const { how, attacker, target, instead, damage, numbers, outcome } = attack;
  const { roll, zone = 'front' } = numbers;
  const victim = attacker === target ? say`itself` : maskedRef(target);
  const { with: magic = '' } = attack;
  const blow =
    how === 'spell' && roll?.stage === 1
      ? say`${maskedRef(attacker)} misses ${victim} with ${term(magic)}`
      : attackTexts[how](maskedRef(attacker), victim, magic);
  const isVisible = isDamageVisible(reader, target, numbers, attack.with !== undefined);
  const result = joined([roll && findStageRow(roll.stage).name, isVisible && say`${damage} damage`, zoneTexts[zone]]);
  const [, fate] = describeNewLife(maskedRef(target), find(before, target), outcome);
  return sentences(
    result === '' ? say`${blow}.` : say`${blow}: ${result}.`,
    instead !== undefined && say`The attack was meant for ${maskedRef(instead)}.`,
    fate,
  );
};

/** Log line of an attack, with its calculation if the reader sees both combatants. Undefined if it sees neither. */
export const narrateAttack = (attack: AttackEvent, context: EventContext<State>): UnresolvedLine | undefined => {
  const { how, attacker, target, numbers } = attack;
  const { reader, before } = context;
  if (!reader.canSee(target) && (attack.spread || !reader.canSee(attacker))) return undefined;
  if (numbers.roll === undefined && numbers.base === 0) return undefined;
  const both = (term: string, theirs = term): boolean =>
    reader.isNumberVisible(attacker, term) && reader.isNumberVisible(target, theirs);
  const magic = attack.with !== undefined;
  const isShown = numbers.roll?.stage !== 1 && isDamageVisible(reader, target, numbers, magic);
  const tone = numbers.roll?.stage === 1 ? 'quiet' : 'good';
  const rows: SumRow<Text>[] = [];
  if (reader.canSee(attacker) && reader.canSee(target)) {
    if (numbers.roll !== undefined) rows.push(rollRow(numbers, numbers.roll, how, both('speed')));
    if (isShown) {
      rows.push(damageRow(numbers, magic, both('attack', 'defense'), before.settings));
      rows.push(elementRow(attack.damage, numbers));
    }
  }
  if (reader.canSee(target)) rows.push(hpRow(before, reader, attack));
  const shown = rows.filter((row) => row.length > 0);
  return line(describeAttack(attack, context), tone, shown);
};
