import { numeral, signed } from '../../core/text.ts';
import type { Moment } from '../../rules/definition.ts';
import { type Line, line, type Row, type Step, step } from '../../rules/lines.ts';
import type { Reader } from '../../rules/reader.ts';
import type { BlowKind } from './attack/kinds.ts';
import type { EventOf, Harm, Reckoning } from './model.ts';
import { speedEdge } from './speed.ts';
import { stageOf, stageRow } from './stages.ts';
import { find, type State } from './state.ts';
import { amount, damageTold, fate, hpText, subject } from './telling.ts';

type Roll = NonNullable<Reckoning['roll']>;
type Term = Roll['terms'][number];

const decimal = (percent: number): string => `×${percent / 100}`;

const verbs: Readonly<Record<BlowKind, string>> = {
  melee: 'strikes',
  ranged: 'shoots',
  charge: 'charges',
  counter: 'counters',
  opportunity: 'seizes the opportunity and strikes',
  spell: 'hits',
  breath: 'breathes on',
};

const termStep = ({ speeds, zone, aimTurns }: Reckoning, how: BlowKind, { term, value }: Term): Step => {
  const sum = signed(value);
  switch (term) {
    case 'speed': {
      const [mine, theirs] = speeds;
      const edge = how === 'counter' ? 'speed difference' : value > 0 ? 'faster' : 'slower';
      const label = how === 'counter' || Math.abs(value) > 25 ? '' : `, ${speedEdge(mine, theirs).label}`;
      return step(how === 'counter' ? 'SK-CTR-5' : 'SK-SPEED-2', `${sum} ${edge} (${mine} to ${theirs}${label})`);
    }
    case 'position':
      return step(zone === 'rear' ? 'SK-POS-6' : 'SK-POS-5', `${sum} ${zone ?? 'front'}`);
    case 'aim':
      return step('SK-AIM-3', `${sum} aim of ${amount(aimTurns, 'turn')}`);
    case 'defend':
      return step('SK-DEF-2', `${sum} defending itself`);
    case 'counter':
      return step('SK-CTR-2', `${sum} counter position`);
    case 'shift':
      return step('SK-RUL-44', `${sum} reaction`);
    case 'effects':
      return step('SK-EXC-3', `${sum} effects`);
    case 'bm':
      return step('SK-EXC-3', `${sum} by the BM`);
  }
};

const rollRow = (reckoning: Reckoning, roll: Roll, how: BlowKind, told: boolean): Row => {
  const { natural, forced, terms, modified, stage, cap } = roll;
  const capped = stage === cap && modified > (stageRow(cap).to ?? 0);
  return [
    step('SK-ATK-8', forced ? `d100 ${natural}, set by the BM` : `d100 ${natural}`),
    ...(told ? terms.map((each) => termStep(reckoning, how, each)) : []),
    step('SK-ATK-10', `${told ? `= ${numeral(modified)} ` : ''}→ stage ${capped ? stageOf(modified) : stage}`),
    ...(capped
      ? [step('SK-ATK-11', `at most stage ${cap} ${reckoning.zone === 'front' ? 'from the front' : 'here'}`)]
      : []),
  ];
};

const factorRules: Readonly<Record<string, readonly [string, string]>> = {
  stage: ['SK-ATK-10', 'stage'],
  position: ['SK-ATK-12', 'position'],
  charge: ['SK-CHARGE-10', 'charge'],
  counter: ['SK-CTR-6', 'counter'],
  opportunity: ['SK-AOO-4', 'opportunity'],
  defend: ['SK-DEF-3', 'defending'],
  guard: ['SK-ALLY-5', 'guarding'],
  effects: ['SK-EXC-3', 'effects'],
  bm: ['SK-EXC-3', 'by the BM'],
};

const damageRow = (
  { attack, defense, base, factors, whole }: Reckoning,
  magic: boolean,
  told: boolean,
  adds: boolean,
): Row => {
  const natural = magic
    ? step('SK-SPELL-8', `damage ${base}`)
    : step(
        'SK-ATK-7',
        told
          ? `attack ${attack} − defense ${defense} = ${numeral(attack - defense)}${base > attack - defense ? `, at least ${base}` : ''}`
          : `natural damage ${base}`,
      );
  return [
    natural,
    ...factors.map(({ factor, percent }) => {
      const [rule, label] = factorRules[factor] ?? ['SK-ATK-12', factor];
      return step(rule, `${adds && factor !== 'stage' ? `${signed(percent - 100)}%` : decimal(percent)} ${label}`);
    }),
    ...(factors.length === 0 ? [] : [step('SK-RUL-16', `= ${whole}`)]),
  ];
};

const weighing = (affinity: number): string => (affinity > 0 ? 'weak to it' : 'strong against it');

const elementsRow = ({ physical, portions, damage }: Reckoning): Row =>
  portions.length === 0
    ? []
    : [
        ...portions.map(({ element, raw, affinity, damage: taken }) =>
          step(
            'SK-ELEM-4',
            affinity === 0
              ? `${raw} ${element}`
              : `${raw} ${element}, ${weighing(affinity)} ${decimal(Math.max(0, 100 + affinity))} → ${taken}`,
          ),
        ),
        ...(physical > 0 ? [step('SK-ELEM-1', `${physical} physical`)] : []),
        step('SK-ELEM-5', `= ${damage}`),
      ];

const fallRules: Readonly<Record<Harm['life'], string>> = {
  conscious: 'SK-DEATH-2',
  unconscious: 'SK-DEATH-2',
  dead: 'SK-DEATH-1',
  destroyed: 'SK-DEATH-7',
};

const hpRow = (before: State, reader: Reader, { target, harm }: EventOf<'struck'>): Row => {
  const was = find(before, target);
  if (was === undefined || was.hp === harm.hp) return [];
  const [from, to] = [hpText(reader, was, was.hp), hpText(reader, was, harm.hp)];
  if (from === undefined || to === undefined) return [];
  const end = fate(was, harm);
  const now = [/\d/.test(to) || end === '' ? to : '', end].filter((word) => word !== '').join(', ');
  return [step(end === '' ? 'SK-ATK-14' : fallRules[harm.life], `${target} ${from} → ${now}`)];
};

const fromWhere = ({ zone }: Reckoning): string =>
  zone === 'flank' ? ' from the flank' : zone === 'rear' ? ' from the rear' : '';

const headline = (event: EventOf<'struck'>, { before, reader }: Moment<State>): string => {
  const { how, attacker, target, instead, reckoning, harm } = event;
  const { roll, damage } = reckoning;
  const what = event.with === undefined ? '' : ` with ${event.with}`;
  const shielded = instead === undefined ? '' : `, who takes it for ${reader.name(instead)}`;
  const verb = how === 'spell' && roll?.stage === 1 ? 'misses' : verbs[how];
  const opening = `${subject(reader, attacker)} ${verb} ${attacker === target ? 'itself' : reader.name(target)}${what}${fromWhere(reckoning)}${shielded}`;
  const end = fate(find(before, target), harm);
  const told = damageTold(reader, target, reckoning, event.with !== undefined);
  const dealt = [...(roll === undefined ? [] : [stageRow(roll.stage).name]), ...(told ? [`${damage} damage`] : [])];
  const said = dealt.length === 0 ? '' : `: ${dealt.join(', ')}`;
  return `${opening}${said}${end === '' ? '' : `; ${reader.name(target)} is ${end}`}.`;
};

/** One blow: who, how, the stage and the damage; then each sum with the rules it stands on (section 6). */
export const narrateBlow = (event: EventOf<'struck'>, moment: Moment<State>): readonly Line[] => {
  const { how, attacker, target, reckoning } = event;
  const { reader, before } = moment;
  if (!reader.sees(target) && !reader.sees(attacker)) return [];
  if (reckoning.roll === undefined && reckoning.base === 0) return [];
  const both = (term: string, theirs = term): boolean => reader.tells(attacker, term) && reader.tells(target, theirs);
  const magic = event.with !== undefined;
  const counted = reckoning.roll?.stage !== 1 && damageTold(reader, target, reckoning, magic);
  const visible = reader.sees(attacker) && reader.sees(target);
  const tone = reckoning.roll?.stage === 1 ? 'quiet' : reader.runs(target) && !reader.gm ? 'bad' : 'good';
  const hp = reader.sees(target) ? hpRow(before, reader, event) : [];
  const rows = visible
    ? [
        ...(reckoning.roll === undefined ? [] : [rollRow(reckoning, reckoning.roll, how, both('speed'))]),
        ...(counted
          ? [
              damageRow(reckoning, magic, both('attack', 'defense'), before.settings['damage.percent'] === 'add'),
              elementsRow(reckoning),
            ]
          : []),
        hp,
      ]
    : [hp];
  return [
    line(
      headline(event, moment),
      tone,
      rows.filter((row) => row.length > 0),
    ),
  ];
};
