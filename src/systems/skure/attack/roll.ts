import { z } from 'zod';
import { say } from '../../../core/message.ts';
import { effectSum } from '../../../rules/effects.ts';
import { aimBonus } from '../aim.ts';
import { canBeCountered } from '../counter.ts';
import { defendPenalty, isDefendingSelf } from '../defending-self.ts';
import { type FacingZone, positionBonuses } from '../positioning.ts';
import type { Settings } from '../settings.ts';
import { speedEdge } from '../speed.ts';
import { effectiveRating, isAbleToAct, listSchema, type State } from '../state.ts';
import { type Attack, isReactionAttack } from './attack-kinds.ts';

const termNames = ['speed', 'position', 'aim', 'defend', 'counter', 'shift', 'effects', 'bm'] as const;

/** SK-ATK-8, SK-ATK-9: the natural hit roll, what is added to it, and the stage that comes of it. */
export const rollSchema = z.strictObject({
  natural: z.int(),
  forced: z.boolean(),
  terms: listSchema(z.strictObject({ term: z.enum(termNames), value: z.int() })),
  modified: z.int(),
  cap: z.int(),
  stage: z.int(),
});
export type Roll = z.output<typeof rollSchema>;
export type RollTerm = Roll['terms'][number];

/** SK-ATK-10. An Accurate Hit is one in name only (SK-RUL-14). */
const stages = [
  { stage: 1, name: say`Miss or Block`, to: 10, percent: 0 },
  { stage: 2, name: say`Partial Block`, to: 20, percent: 50 },
  { stage: 3, name: say`Standard Hit`, to: 69, percent: 100 },
  { stage: 4, name: say`Accurate Hit`, to: 89, percent: 100 },
  { stage: 5, name: say`Critical Hit`, to: 99, percent: 200 },
  { stage: 6, name: say`Mortal Wound`, to: 119, percent: 300 },
  { stage: 7, name: say`Kill Shot`, to: Number.POSITIVE_INFINITY, percent: 500 },
] as const;
type StageRow = (typeof stages)[number];

/** SK-ATK-10, SK-RUL-18: the stage of a modified roll, before any cap. */
export const stageOf = (modified: number): number => stages.find(({ to }) => modified <= to)?.stage ?? 7;
export const stageRow = (stage: number): StageRow => stages[stage - 1] ?? stages[0];

/** SK-ATK-11, SK-POS-9, SK-RUL-10, SK-RUL-11, SK-RUL-12. A counter has a cap of its own (SK-CTR-5). */
const stageCap = ({ how }: Attack, zone: FacingZone, aimTurns: number, settings: Settings): number => {
  if (how === 'counter' && aimTurns === 0) return 5;
  const aimed = aimTurns >= 3 ? 7 : settings['aim.cap'];
  if (settings['stage.capStack'] === 'lowest') {
    if (aimTurns > 0) return zone === 'front' ? aimed : Math.min(7, aimed);
    return zone === 'front' ? settings['stage.frontCap'] : 7;
  }
  return zone === 'front' ? Math.max(settings['stage.frontCap'], aimTurns > 0 ? aimed : 0) : 7;
};

/** Whose speeds are compared; the helpless keep theirs unless the table says otherwise (SK-RUL-58). */
export const comparedSpeeds = (state: State, { attacker, target }: Attack): readonly [number, number] => [
  effectiveRating(state, attacker, 'speed'),
  state.settings['helpless.speedZero'] === 'yes' && !isAbleToAct(target) ? 0 : effectiveRating(state, target, 'speed'),
];

/** SK-ATK-9, SK-RUL-13, in the order of section 6; SK-CTR-5, SK-AOO-3 and SK-RUL-44 for reactions. */
const termsOf = (state: State, attack: Attack, zone: FacingZone, aimTurns: number): readonly RollTerm[] => {
  const { settings } = state;
  const { how, attacker, target } = attack;
  const [mine, theirs] = comparedSpeeds(state, attack);
  const speed =
    how === 'counter' && settings['counter.speed'] === 'difference'
      ? mine - theirs
      : speedEdge(mine, theirs, settings['speed.ratio']).modifier;
  const hung = effectSum(state.effects, attacker.name, 'hit') + effectSum(state.effects, target.name, 'dodge');
  return [
    { term: 'speed', value: speed },
    { term: 'position', value: positionBonuses[zone].hit },
    { term: 'aim', value: aimBonus(aimTurns) },
    { term: 'defend', value: isDefendingSelf(attack, zone, settings) ? defendPenalty(target) : 0 },
    { term: 'counter', value: canBeCountered(attack, zone) ? -15 : 0 },
    { term: 'shift', value: isReactionAttack(how) ? settings['reaction.shift'] : 0 },
    { term: 'effects', value: hung },
    { term: 'bm', value: attacker.next.hit ?? 0 },
  ];
};

/** Steps 4 to 10 of section 6. */
export const buildRoll = (state: State, attack: Attack, zone: FacingZone, aimTurns: number, natural: number): Roll => {
  const terms = termsOf(state, attack, zone, aimTurns).filter(({ value }) => value !== 0);
  const modified = terms.reduce((sum, { value }) => sum + value, natural);
  const cap = stageCap(attack, zone, aimTurns, state.settings);
  const forced = attack.attacker.next.roll !== undefined;
  return { natural, forced, terms, modified, cap, stage: Math.min(stageOf(modified), cap) };
};
