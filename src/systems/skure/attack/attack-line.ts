import { z } from 'zod';
import { count, formatNumber, formatSigned, maskedRef, ref, say, type Text } from '../../../core/message.ts';
import { type EventContext, line, type SumRow, type SumStep, step, type UnresolvedLine } from '../../../rules/event.ts';
import { squareSchema } from '../../../rules/grid/square.ts';
import type { Reader } from '../../../rules/reader.ts';
import { damageOutcomeSchema, describeFate, hpGauge } from '../death.ts';
import { combatantId, find, type State } from '../state.ts';
import { type AttackKind, attackKinds, speedEdge } from './attack-kinds.ts';
import { type AttackNumbers, attackNumbersSchema, type Roll, stageOf, stageRow } from './attack-numbers.ts';

export const attackFacts = {
  how: z.enum(attackKinds),
  attacker: combatantId,
  target: combatantId,
  /** The ally the target took it for. */
  instead: combatantId.optional(),
  /** The spell or breath. */
  with: z.string().optional(),
  /** The square entered that provoked it. */
  at: squareSchema.optional(),
  reckoning: attackNumbersSchema,
  harm: damageOutcomeSchema,
};
type NarratedAttack = z.output<z.ZodObject<typeof attackFacts>>;

const decimal = (percent: number): string => `×${percent / 100}`;

const verbs: Readonly<Record<AttackKind, Text>> = {
  melee: say`strikes`,
  ranged: say`shoots`,
  charge: say`charges`,
  counter: say`counters`,
  opportunity: say`makes an attack of opportunity on`,
  spell: say`hits`,
  breath: say`breathes on`,
};

type PlainTerm = Exclude<Roll['terms'][number]['term'], 'speed' | 'position' | 'aim'>;
const plainTerms: Readonly<Record<PlainTerm, (sum: string) => readonly [string, Text]>> = {
  defend: (sum) => ['SK-DEF-2', say`${sum} target defends itself`],
  counter: (sum) => ['SK-CTR-2', say`${sum} target’s counter position`],
  shift: (sum) => ['SK-RUL-44', say`${sum} for a reaction`],
  effects: (sum) => ['SK-EXC-3', say`${sum} effects`],
  bm: (sum) => ['SK-EXC-3', say`${sum} by the BM`],
};

const termStep = (
  { speeds, zone, aimTurns }: AttackNumbers,
  how: AttackKind,
  { term, value }: Roll['terms'][number],
): SumStep<Text> => {
  const sum = formatSigned(value);
  switch (term) {
    case 'speed': {
      const [mine, theirs] = speeds;
      const edge = how === 'counter' ? say`speed difference` : value > 0 ? say`faster` : say`slower`;
      const label = how === 'counter' || Math.abs(value) > 25 ? '' : say`, ${speedEdge(mine, theirs).label}`;
      return step(how === 'counter' ? 'SK-CTR-5' : 'SK-SPEED-2', say`${sum} ${edge} (${mine} to ${theirs}${label})`);
    }
    case 'position':
      return step(zone === 'rear' ? 'SK-POS-6' : 'SK-POS-5', say`${sum} ${zone ?? 'front'}`);
    case 'aim':
      return step('SK-AIM-3', say`${sum} for aiming ${count(aimTurns, 'turn')}`);
    default:
      return step(...plainTerms[term](sum));
  }
};

const rollRow = (reckoning: AttackNumbers, roll: Roll, how: AttackKind, told: boolean): SumRow<Text> => {
  const { natural, forced, terms, modified, stage, cap } = roll;
  const capped = stage === cap && modified > (stageRow(cap).to ?? 0);
  const reached = say`→ stage ${capped ? stageOf(modified) : stage}`;
  return [
    step('SK-ATK-8', forced ? say`d100 ${natural}, set by the BM` : say`d100 ${natural}`),
    ...(told ? terms.map((each) => termStep(reckoning, how, each)) : []),
    step('SK-ATK-10', told ? say`= ${formatNumber(modified)} ${reached}` : reached),
    ...(capped
      ? [step('SK-ATK-11', say`at most stage ${cap} ${reckoning.zone === 'front' ? say`from the front` : say`here`}`)]
      : []),
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
  bm: ['SK-EXC-3', say`by the BM`],
};

const damageRow = (
  { attack, defense, base, factors, whole }: AttackNumbers,
  magic: boolean,
  told: boolean,
  adds: boolean,
): SumRow<Text> => {
  const least = base > attack - defense ? say`, at least ${base}` : '';
  const natural = magic
    ? step('SK-SPELL-8', say`damage ${base}`)
    : step(
        'SK-ATK-7',
        told
          ? say`attack ${attack} − defense ${defense} = ${formatNumber(attack - defense)}${least}`
          : say`natural damage ${base}`,
      );
  return [
    natural,
    ...factors.map(({ factor, percent }) => {
      const [rule, label] = factorRules[factor] ?? ['SK-ATK-12', factor];
      return step(
        rule,
        say`${adds && factor !== 'stage' ? `${formatSigned(percent - 100)}%` : decimal(percent)} ${label}`,
      );
    }),
    ...(factors.length === 0 ? [] : [step('SK-RUL-16', say`= ${whole}`)]),
  ];
};

const elementsRow = ({ physical, portions, damage }: AttackNumbers): SumRow<Text> =>
  portions.length === 0
    ? []
    : [
        ...portions.map(({ element, raw, affinity, damage: taken }) => {
          const weighing = affinity > 0 ? say`weak to the element` : say`strong against the element`;
          return step(
            'SK-ELEM-4',
            affinity === 0
              ? say`${raw} ${element}`
              : say`${raw} ${element}, ${weighing} ${decimal(Math.max(0, 100 + affinity))} → ${taken}`,
          );
        }),
        ...(physical > 0 ? [step('SK-ELEM-1', say`${physical} physical`)] : []),
        step('SK-ELEM-5', say`= ${damage}`),
      ];

const fallRules = { conscious: 'SK-DEATH-2', unconscious: 'SK-DEATH-2', dead: 'SK-DEATH-1', destroyed: 'SK-DEATH-7' };

const hpRow = (before: State, reader: Reader, { target, harm }: NarratedAttack): SumRow<Text> => {
  const was = find(before, target);
  if (was === undefined || was.hp === harm.hp) return [];
  const [from, to] = [hpGauge(reader, was, was.hp), hpGauge(reader, was, harm.hp)];
  if (from === undefined || to === undefined) return [];
  const end = describeFate(was, harm);
  // A word for what is left says no more than what became of them.
  const now = end === undefined ? to.text : to.share === undefined ? end : say`${to.text}, ${end}`;
  return [step(end === undefined ? 'SK-ATK-14' : fallRules[harm.life], say`${ref(target)} ${from.text} → ${now}`)];
};

/** True if this reader may see the damage. From it a reader could calculate the hidden defense. */
export const isDamageVisible = (
  reader: Reader,
  target: string,
  { portions }: Pick<AttackNumbers, 'portions'>,
  magic: boolean,
): boolean =>
  (magic || reader.isNumberVisible(target, 'defense')) &&
  (portions.every(({ affinity }) => affinity === 0) || reader.isNumberVisible(target, 'affinity'));

const fromWhere = { front: '', flank: say` from the flank`, rear: say` from the rear` };

const headline = (blow: NarratedAttack, { before, reader }: EventContext<State>): Text => {
  const { how, attacker, target, instead, reckoning, harm } = blow;
  const { roll, damage, zone = 'front' } = reckoning;
  const struck = attacker === target ? say`itself` : maskedRef(target);
  const magic = blow.with === undefined ? '' : say` with ${blow.with}`;
  const shielded = instead === undefined ? '' : say`, who takes the attack for ${maskedRef(instead)}`;
  const verb = how === 'spell' && roll?.stage === 1 ? say`misses` : verbs[how];
  const told = isDamageVisible(reader, target, reckoning, blow.with !== undefined);
  const stage = roll && stageRow(roll.stage).name;
  const dealt =
    stage === undefined
      ? told
        ? say`: ${damage} damage`
        : ''
      : told
        ? say`: ${stage}, ${damage} damage`
        : say`: ${stage}`;
  const end = describeFate(find(before, target), harm);
  const fallen = end === undefined ? '' : say`; ${maskedRef(target)} is ${end}`;
  return say`${maskedRef(attacker)} ${verb} ${struck}${magic}${fromWhere[zone]}${shielded}${dealt}${fallen}.`;
};

/**
 * The line of one attack: headline, then each sum with its rules. Undefined if the reader sees neither combatant; without sums if only
 * one.
 */
export const attackLine = (blow: NarratedAttack, moment: EventContext<State>): UnresolvedLine | undefined => {
  const { how, attacker, target, reckoning } = blow;
  const { reader, before } = moment;
  if (!reader.canSee(target) && !reader.canSee(attacker)) return undefined;
  if (reckoning.roll === undefined && reckoning.base === 0) return undefined;
  const both = (term: string, theirs = term): boolean =>
    reader.isNumberVisible(attacker, term) && reader.isNumberVisible(target, theirs);
  const magic = blow.with !== undefined;
  const counted = reckoning.roll?.stage !== 1 && isDamageVisible(reader, target, reckoning, magic);
  const tone = reckoning.roll?.stage === 1 ? 'quiet' : reader.isControlled(target) && !reader.gm ? 'bad' : 'good';
  const adds = before.settings['damage.percent'] === 'add';
  const rows: SumRow<Text>[] = [];
  if (reader.canSee(attacker) && reader.canSee(target)) {
    if (reckoning.roll !== undefined) rows.push(rollRow(reckoning, reckoning.roll, how, both('speed')));
    if (counted) rows.push(damageRow(reckoning, magic, both('attack', 'defense'), adds), elementsRow(reckoning));
  }
  if (reader.canSee(target)) rows.push(hpRow(before, reader, blow));
  const told = rows.filter((row) => row.length > 0);
  return line(headline(blow, moment), tone, told);
};
