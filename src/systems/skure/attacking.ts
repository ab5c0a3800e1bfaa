import { effectSum } from '../../rules/effects.ts';
import { aimBonus, aimTurnsFor } from './aim.ts';
import { type Attack, isReaction } from './attack/kinds.ts';
import { facesCounter } from './counter.ts';
import { guardCuts } from './defending-ally/guard.ts';
import { defendPenalty, defendShare, defendsSelf } from './defending-self.ts';
import { convertedDamage, elementalDamage } from './elements.ts';
import type { Reckoning } from './model.ts';
import { positions, type Zone, zoneOf } from './positioning.ts';
import { scaled } from './scaling.ts';
import type { Settings } from './settings.ts';
import { speedEdge } from './speed.ts';
import { stageCap, stageOf, stageRow } from './stages.ts';
import { hasTrait, isAble, rateOf, type State } from './state.ts';

/** SK-POS-1; none for a counter (SK-CTR-5), front for a shield (SK-RUL-41) and where `aoo.positioning` is off (SK-RUL-49). */
const zoneOfAttack = ({ how, attacker, target, shield }: Attack, settings: Settings): Zone =>
  how === 'counter' || shield || (how === 'opportunity' && settings['aoo.positioning'] === 'no')
    ? 'front'
    : zoneOf(target, attacker.at, settings);

const speedsOf = (state: State, { attacker, target }: Attack): readonly [number, number] => [
  rateOf(state, attacker, 'speed'),
  state.settings['helpless.speedZero'] === 'yes' && !isAble(target) ? 0 : rateOf(state, target, 'speed'),
];

type Term = NonNullable<Reckoning['roll']>['terms'][number];
type Factor = Reckoning['factors'][number];

/** SK-ATK-9, in the order of section 6. */
const termsOf = (state: State, attack: Attack, zone: Zone, aimTurns: number): readonly Term[] => {
  const { settings } = state;
  const { how, attacker, target } = attack;
  const [mine, theirs] = speedsOf(state, attack);
  const speed =
    how === 'counter' && settings['counter.speed'] === 'difference'
      ? mine - theirs
      : speedEdge(mine, theirs, settings['speed.ratio']).modifier;
  const hung = effectSum(state.effects, attacker.name, 'hit') + effectSum(state.effects, target.name, 'dodge');
  return [
    { term: 'speed', value: speed },
    { term: 'position', value: positions[zone].hit },
    { term: 'aim', value: aimBonus(aimTurns) },
    { term: 'defend', value: defendsSelf(attack, zone, settings) ? defendPenalty(attack) : 0 },
    { term: 'counter', value: facesCounter(attack, zone) ? -15 : 0 },
    { term: 'shift', value: isReaction(how) ? settings['reaction.shift'] : 0 },
    { term: 'effects', value: hung },
    { term: 'bm', value: attacker.next.hit ?? 0 },
  ];
};

/** SK-ATK-12: what scales the base, each as a percentage. Those of 100 are left out. */
const factorsOf = (state: State, attack: Attack, zone: Zone, stage: number | undefined): readonly Factor[] => {
  const { settings } = state;
  const { how, attacker, target } = attack;
  const place = positions[zone];
  const hung = effectSum(state.effects, attacker.name, 'damage') + effectSum(state.effects, target.name, 'harm');
  const hit = stage === undefined || stage >= settings['stage.hitFrom'];
  const factors: readonly Factor[] = [
    { factor: 'stage', percent: stage === undefined ? 100 : stageRow(stage).percent },
    {
      factor: 'position',
      percent: stage === undefined ? 100 : hasTrait(attacker, 'BACKSTABBER') ? place.backstab : place.damage,
    },
    { factor: 'charge', percent: how === 'charge' && hit ? 150 : 100 },
    { factor: 'counter', percent: how === 'counter' ? 75 : 100 },
    { factor: 'opportunity', percent: how === 'opportunity' ? 50 : 100 },
    {
      factor: guardCuts(attack, zone, settings) ? 'guard' : 'defend',
      percent: guardCuts(attack, zone, settings) || defendsSelf(attack, zone, settings) ? defendShare(target) : 100,
    },
    { factor: 'effects', percent: Math.max(0, 100 + hung) },
    { factor: 'bm', percent: Math.max(0, 100 + (attacker.next.damage ?? 0)) },
  ];
  return factors.filter(({ percent }) => percent !== 100);
};

/** The rates a blow is struck with: of the sheets, or of the spell or breath. */
const baseOf = (state: State, { attacker, target, magic }: Attack) => {
  if (magic !== undefined) return { attack: magic.damage, defense: 0, base: magic.damage };
  const attack = rateOf(state, attacker, 'attack');
  const defense = rateOf(state, target, 'defense');
  return { attack, defense, base: Math.max(1, attack - defense) };
};

const rolled = (
  state: State,
  attack: Attack,
  zone: Zone,
  aimTurns: number,
  natural: number,
): NonNullable<Reckoning['roll']> => {
  const terms = termsOf(state, attack, zone, aimTurns).filter(({ value }) => value !== 0);
  const modified = terms.reduce((sum, { value }) => sum + value, natural);
  const cap = attack.how === 'counter' && aimTurns === 0 ? 5 : stageCap(zone, aimTurns, state.settings);
  const forced = attack.attacker.next.roll !== undefined;
  return { natural, forced, terms, modified, cap, stage: Math.min(stageOf(modified), cap) };
};

/**
 * Section 6, steps 3 to 15, for one natural roll; `natural` left out where nothing is rolled. Pure: the odds are made of
 * a hundred of these.
 */
export const reckon = (state: State, attack: Attack, natural: number | undefined): Reckoning => {
  const { settings } = state;
  const zone = zoneOfAttack(attack, settings);
  const aimTurns = aimTurnsFor(attack, settings);
  const roll = natural === undefined ? undefined : rolled(state, attack, zone, aimTurns, natural);
  const rates = baseOf(state, attack);
  const factors = factorsOf(state, attack, zone, roll?.stage);
  const least = rates.base > 0 && roll?.stage !== 1 ? settings['damage.hitMinimum'] : 0;
  const whole = roll?.stage === 1 ? 0 : Math.max(least, scaled(rates.base, factors, settings));
  const parts =
    attack.magic === undefined
      ? convertedDamage(whole, attack.attacker.sheet, attack.target)
      : elementalDamage(whole, attack.magic.element, attack.target);
  return {
    ...(attack.attacker.name !== attack.target.name && { zone }),
    ...(roll !== undefined && { roll }),
    speeds: [...speedsOf(state, attack)],
    aimTurns,
    ...rates,
    factors,
    whole,
    ...parts,
    hit: roll === undefined || roll.stage >= settings['stage.hitFrom'],
  };
};
