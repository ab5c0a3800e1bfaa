import type { BattleEvent } from '../../../src/systems/dskull/index.ts';
import { find, type State } from '../../../src/systems/dskull/state.ts';
import type { Harm, SkullRoll } from '../../systems/dskull/inner.ts';
import { toPoint } from './setup.ts';

/** Facts of events in the words of section 25. */
type Of<Type extends BattleEvent['type']> = Extract<BattleEvent, { type: Type }>;

export const one = <Type extends BattleEvent['type']>(
  events: readonly BattleEvent[],
  type: Type,
): Of<Type> | undefined => events.find((event): event is Of<Type> => event.type === type);

export const all = <Type extends BattleEvent['type']>(
  events: readonly BattleEvent[],
  type: Type,
): readonly Of<Type>[] => events.filter((event): event is Of<Type> => event.type === type);

export const describeRoll = ({ step, faces, dropped, kept, chooser }: SkullRoll) => ({
  step,
  pool: faces.length,
  faces,
  chooser,
  dropped,
  kept,
});

export const describeDamage = (harm: Harm | undefined) => ({
  armour: harm?.armour ? { ...describeRoll(harm.armour), negated: harm.armour.negated } : null,
  injury: harm?.injury ? { ...describeRoll(harm.injury), count: harm.injury.count } : null,
  final: harm?.final ?? 0,
});

/** A count by weapon id as a count by weapon name. */
export const byName = (
  state: State,
  warrior: string,
  counts: Readonly<Record<string, number>>,
): Record<string, number> => {
  const named: Record<string, number> = {};
  const owner = find(state, warrior);
  for (const [id, count] of Object.entries(counts)) {
    const name = owner?.weapons.find((weapon) => weapon.id === id)?.name ?? id;
    named[name] = (named[name] ?? 0) + count;
  }
  return named;
};

export const describeAttack = (event: Of<'attacked'>, after: State) => {
  const target = find(after, event.target);
  return {
    modifiers: event.modifiers,
    step: event.roll.step,
    attack: { ...describeRoll(event.roll), hits: event.hits },
    hits: event.hits,
    advSpent: event.advSpent,
    damage: Math.max(0, event.hits),
    ...describeDamage(event.harm),
    result: event.result,
    surprised: event.surprised,
    flanked: event.flanked,
    targetConditions: target?.conditions ?? [],
    targetRemoved: target?.removed !== undefined,
    los: event.sight && { corner: event.sight.corner, count: event.sight.count },
  };
};

export const describeBlast = (events: readonly BattleEvent[]) => {
  const blast = one(events, 'blasted');
  return {
    modifiers: blast?.modifiers ?? {},
    step: blast?.roll.step,
    opponent: blast?.opponent ?? null,
    attack: blast && describeRoll(blast.roll),
    victims: all(events, 'blast-resolved').map((struck) => ({
      id: struck.target,
      distance: struck.distance,
      dice: struck.dice,
      hits: struck.hits,
      armourBonus: struck.cover,
      cover: struck.cover,
      damage: Math.max(0, struck.hits),
      ...describeDamage(struck.harm),
      result: struck.harm?.result ?? 'none',
    })),
  };
};

export const describeTest = (event: Of<'morale-tested'> | Of<'treated'> | Of<'tested'>) => ({
  ...describeRoll(event.roll),
  count: event.count,
  passed: event.passed,
});

const total = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);

export const describeMove = (events: readonly BattleEvent[]) => {
  const moved = one(events, 'moved');
  const steps = (moved?.costs ?? []).map((parts) => total(Object.values(parts)));
  return {
    steps,
    total: total(steps),
    mpLeft: moved?.mpLeft,
    at: moved && toPoint(moved.at),
    made: moved?.made,
    tests: all(events, 'morale-tested').map((event) => ({ against: event.against, ...describeTest(event) })),
  };
};

export const describeSymbols = ({ seats }: State) => Object.fromEntries(seats.map(({ id, symbols }) => [id, symbols]));
