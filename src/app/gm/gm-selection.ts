import type { OpenBattle } from '../../battle/saved/store.ts';
import type { OrderReport } from '../../battle/views/report.ts';
import { isGm } from '../../battle/views/viewer.ts';
import { type Refusal, type Result, refuse } from '../../core/message.ts';
import { textParam } from '../../rules/verb.ts';
import type { Asker } from '../command-kit/asker.ts';
import { combatantOffers } from '../command-kit/command.ts';
import { selectTargets } from '../input/target-selector.ts';
import { orderAnswer } from '../replies/order-outcome.ts';
import type { OrderResult } from '../replies/reply.ts';
import type { Services } from '../services.ts';

/** The parameter by which the GM names several at once. */
export const whoOption = textParam(
  'Which combatants: names with commas, Zombie*, side:red, all, near:D4:3 (within 3 of D4)',
  300,
).meta({
  description: 'Which combatants: names with commas, Zombie*, side:red, all, near:D4:3 (within 3 of D4)',
  widget: 'list',
});
export const reasonOption = textParam('Reason (recorded in the log)');

/** Something done to several combatants by a selection. */
export const runForSelectedCombatants = async (
  asker: Asker,
  text: string,
  { battles }: Pick<Services, 'battles'>,
  act: (ids: readonly string[], battle: OpenBattle) => Promise<Result<OrderReport, Refusal>>,
  /** May one part of a combatant be meant? */
  withParts = false,
): Promise<Result<OrderResult, Refusal>> => {
  const battle = await battles.open(asker.channel);
  if (!battle.ok) return battle;
  const { table } = battle.value.saved;
  if (!isGm(table, asker.user)) return refuse('gm-only');
  const ids = selectTargets(battle.value, text, withParts);
  return ids.ok ? orderAnswer(await act(ids.value, battle.value), asker) : ids;
};

/** Names one after another, with commas between. */
export const completeWhoOption = async (
  asker: Asker,
  typed: string,
  services: Pick<Services, 'battles'>,
  withParts = false,
) => {
  const cut = typed.lastIndexOf(',') + 1;
  const before = typed.slice(0, cut);
  const offers = await combatantOffers(asker, typed.slice(cut), services, withParts ? 'all and parts' : 'all');
  return offers.map(({ label }) => ({
    value: `${before}${before === '' ? '' : ' '}${label}`,
    label: `${before}${before === '' ? '' : ' '}${label}`.slice(0, 100),
  }));
};
