import type { BattleEvent } from '../../../src/systems/segment/index.ts';
import { armorProt, effectiveDex, find, protOf, type State } from '../../../src/systems/segment/state.ts';
import { type AttackedEvent as Attacked, stunThreshold } from '../../systems/segment/inner.ts';
import type { Raw } from './raw.ts';

const log = ({ sc, def, need, roll, grievousMax, criticalMax, outcome, rolled, impact }: Attacked): Raw => ({
  sc,
  def,
  need,
  roll,
  grievousMax,
  criticalMax,
  outcome,
  ...(rolled !== undefined && { rolled }),
  ...impact,
});

/** What SEG-HIT-6 logs of one attack; `after` is the battle after it. */
export const attackResult = (event: Attacked, after: State, expected: Raw = {}): Raw => {
  const target = find(after, event.target);
  if (target === undefined) return log(event);
  return {
    taken: 0,
    hp: target.hp,
    life: target.life,
    stunned: false,
    stunThreshold: stunThreshold(target.sheet),
    armorLoss: target.armorLoss,
    armorProt: armorProt(target),
    grievousPending: false,
    interrupted: false,
    ...log(event),
    totalProt: protOf(after, target),
    effectiveDex: effectiveDex(target),
    targetActual: event.target,
    casterActionLost: event.impact?.interrupted ?? false,
    stuck: stuckAs(expected.stuck, target.stuck, event),
  };
};

/** A case may give all missiles in the target, the new one, its kind, or whether one stuck. */
const stuckAs = (expected: unknown, all: readonly unknown[], { impact }: Attacked): unknown => {
  if (Array.isArray(expected))
    return expected.every((each) => typeof each === 'string') && expected.length > 0
      ? all.map((each) => (typeof each === 'object' && each !== null && 'kind' in each ? each.kind : each))
      : all;
  if (typeof expected === 'boolean') return impact?.stuck !== undefined;
  return typeof expected === 'string' ? impact?.stuck?.kind : (impact?.stuck ?? undefined);
};

export const isAttack = (event: BattleEvent): event is Attacked => event.type === 'attacked';
export const isLost = (event: BattleEvent): event is Extract<BattleEvent, { type: 'action-lost' }> =>
  event.type === 'action-lost';

/** The combatant that makes or loses an attack in this event. */
export const attackerOf = (event: BattleEvent): string | undefined =>
  isAttack(event) ? event.attacker : isLost(event) ? event.who : undefined;
