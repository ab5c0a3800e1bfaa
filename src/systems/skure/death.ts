import type { Square } from '../../rules/grid/square.ts';
import { isFree, rangedDistance } from './board.ts';
import type { Harm, Reckoning } from './model.ts';
import type { Settings } from './settings.ts';
import { elements } from './sheet.ts';
import type { Combatant, State } from './state.ts';

const deadAt = -20;
const destroyedAt = -30;

/** SK-DEATH-1, SK-DEATH-2, SK-RUL-52. */
export const lifeAt = (hp: number, settings: Pick<Settings, 'death.unconscious'>): Combatant['life'] => {
  if (hp <= deadAt) return 'dead';
  return hp > 0 || settings['death.unconscious'] === 'no' ? 'conscious' : 'unconscious';
};

type Cause = NonNullable<Combatant['deathCause']>;
type Remains = NonNullable<Combatant['remains']>;

/** SK-DEATH-3..9. */
export const remainsOf: Readonly<Record<Cause, Remains>> = {
  earth: 'body',
  fire: 'ashes',
  water: 'drowned',
  air: 'body',
  cold: 'frozen',
  light: 'enlightened',
  dark: 'damned',
  thunder: 'ashes',
  physical: 'body',
};

/** SK-RUL-53: the largest portion of the blow; an element wins a tie with physical, then canonical order. */
export const causeOfDeath = (
  { physical, portions }: Pick<Reckoning, 'physical' | 'portions'>,
  settings: Pick<Settings, 'death.cause'>,
): Cause => {
  const of = (element: Cause) => portions.find((each) => each.element === element)?.damage ?? 0;
  const largest = elements.toSorted((a, b) => of(b) - of(a))[0] ?? 'earth';
  if (of(largest) === 0) return 'physical';
  return settings['death.cause'] === 'anyElement' || of(largest) >= physical ? largest : 'physical';
};

/** A blow that leaves everything as it is. */
export const unharmed = ({ hp, life, deathCause, remains }: Combatant): Harm => ({
  hp,
  life,
  deathCause,
  remains,
  wakes: false,
});

/** SK-DEATH-7, SK-RUL-54: a frozen body breaks by a stage 5; other hits do nothing, or count where the BM says so. */
const frozenHarm = (target: Combatant, damage: number, stage: number, settings: Settings): Harm => {
  if (stage >= 5) return { ...unharmed(target), hp: destroyedAt, life: 'destroyed' };
  if (settings['frozen.hitsCount'] === 'no') return unharmed(target);
  const hp = target.hp - damage;
  return { ...unharmed(target), hp, life: hp <= destroyedAt ? 'destroyed' : 'dead' };
};

/** SK-ATK-14, SK-DEATH-1..3: what a reckoned blow does to its target. */
export const harmOf = (target: Combatant, reckoning: Reckoning, settings: Settings): Harm => {
  const { damage, roll } = reckoning;
  if (target.life === 'destroyed') return unharmed(target);
  if (target.life === 'dead')
    return target.remains === 'frozen' ? frozenHarm(target, damage, roll?.stage ?? 0, settings) : unharmed(target);
  const hp = target.hp - damage;
  const life = lifeAt(hp, settings);
  const wakes =
    damage > 0 && settings['sleep.wakes'] === 'yes' && target.conditions.some(({ name }) => name === 'asleep');
  if (life !== 'dead') return { hp, life, wakes };
  const deathCause = causeOfDeath(reckoning, settings);
  return { hp, life, deathCause, remains: remainsOf[deathCause], wakes };
};

/** SK-DEATH-5, SK-DEATH-8, SK-DEATH-9: the percent chance that a revival fails; 0 rolls no die. */
export const revivalFailure = ({ deathCause, sheet }: Combatant): number => {
  switch (deathCause) {
    case 'fire':
    case 'thunder':
      return 50;
    case 'light':
      return sheet.alignment === 'evil' ? 75 : 0;
    case 'dark':
      return sheet.alignment === 'good' ? 75 : 0;
    case 'earth':
    case 'water':
    case 'air':
    case 'cold':
    case 'physical':
    case undefined:
      return 0;
  }
};

/** SK-RUL-71: its own square, or the nearest free one: ranged distance, then smaller y, then smaller x. */
export const risingSquare = (state: State, { name, at }: Combatant): Square | undefined => {
  if (at === undefined || isFree(state, at, name)) return at;
  const { width, height } = state.board;
  let best: Square | undefined;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const square = { x, y };
      if (isFree(state, square, name) && (best === undefined || rangedDistance(at, square) < rangedDistance(at, best)))
        best = square;
    }
  return best ?? at;
};
