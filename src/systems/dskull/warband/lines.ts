import { counted, formatNumber, phrase } from '../../../core/message.ts';
import { ownValue } from '../../../core/plain-object.ts';
import { type Line, line, type SumRow, step } from '../../../rules/event.ts';
import type { Settings } from '../settings.ts';
import type { SheetWarrior, Warband } from '../sheet.ts';
import type { CostBreakdown } from './costs.ts';
import { describeProblem } from './report.ts';
import { type ValidationReport, validateWarband } from './validation.ts';
import { formatWeapon } from './weapon-text.ts';

const costNames = {
  body: 'body',
  race: 'race',
  armour: 'armour',
  shields: 'shield',
  weapons: 'weapons',
  hands: 'extra hands',
  traits: 'traits',
  skills: 'skills',
  multiracial: 'other race',
} satisfies Record<Exclude<keyof CostBreakdown, 'total'>, string>;

/** DS-WB-19. A warrior's cost to check with a pencil: `body 6 · race −3 · weapons 2 = 5`. */
const costRow = ({ total, ...parts }: CostBreakdown): SumRow => [
  ...Object.entries(costNames).flatMap(([part, name]) => {
    const points = ownValue(parts, part) ?? 0;
    return points === 0 ? [] : [step('DS-WB-19', phrase`${name} ${formatNumber(points)}`)];
  }),
  step('DS-WB-19', phrase`= ${total}`),
];

/** What a warrior is and has: `goblin · light armour · shield · sword 1h melee · brave`. */
const gear = ({ race, body, armour, shields, weapons, traits, skills }: SheetWarrior): SumRow =>
  [
    body === 'grunt' ? race : `${race} ${body}`,
    ...armour.map((suit) => phrase`${suit} armour`),
    ...(shields === 0 ? [] : [shields === 1 ? 'shield' : phrase`${shields} shields`]),
    ...(weapons.length === 0 ? ['no weapon'] : weapons.map(formatWeapon)),
    ...traits,
    ...Object.entries(skills).map(([skill, level]) => `${skill} ${level}`),
  ].map((each) => step('', each));

/** `31 of 40 points, 9 left: it may join.` */
const totalText = ({ total, errors }: ValidationReport, { points }: Settings): string => {
  const left = points.limit - total;
  const rest = left === 0 ? 'none left' : left > 0 ? phrase`${left} left` : phrase`${-left} too many`;
  const verdict = errors.length === 0 ? 'the warband may join' : phrase`${counted(errors.length, 'thing')} to correct`;
  return phrase`${total} of ${points.limit} points, ${rest}: ${verdict}.`;
};

/** A warband for a small screen: the total, everything that is wrong, each warrior with gear and cost (DS-WB-20); or one of them alone. */
export const warbandLines = (warband: Warband, settings: Settings, alone?: SheetWarrior): readonly Line[] => {
  const report = validateWarband(warband, settings);
  const isShown = (name: string | undefined): boolean =>
    alone === undefined || name === undefined || name === alone.name;
  const several = new Set(warband.warriors.map(({ race }) => race)).size > 1;
  return [
    line(totalText(report, settings), report.ok ? 'good' : 'bad'),
    ...[...report.errors, ...report.warnings]
      .filter(({ warrior }) => isShown(warrior))
      .map((problem) => line(`${describeProblem(problem)}.`, report.errors.includes(problem) ? 'bad' : 'quiet')),
    ...(several && warband.primaryRace !== undefined ? [line(phrase`Primary race: ${warband.primaryRace}.`)] : []),
    ...warband.warriors.flatMap((warrior, index) => {
      if (!isShown(warrior.name)) return [];
      const cost = report.costs[index]?.cost;
      const points = cost === undefined ? '' : phrase`: ${counted(cost.total, 'point')}`;
      return line(`${warrior.name}${points}`, 'plain', [gear(warrior), ...(cost === undefined ? [] : [costRow(cost)])]);
    }),
  ];
};
