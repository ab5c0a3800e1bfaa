import type { OpenBattle } from '../../battle/saved/open-battle.ts';
import { controlledCombatants } from '../../battle/views/control.ts';
import { isGm } from '../../battle/views/permissions.ts';
import { viewerOf } from '../../battle/views/viewer.ts';
import { normalizeName } from '../../core/text.ts';
import { createReader } from '../../rules/reader.ts';
import type { ParamOffer } from '../../rules/verb.ts';
import type { Services } from '../services.ts';
import type { Asker } from './asker.ts';

/** What of these fits to what is typed so far: beginnings first, then anything that holds it. */
export const matchingOffers = (offers: readonly ParamOffer[], typed: string): readonly ParamOffer[] => {
  const key = normalizeName(typed);
  if (key === '') return offers.slice(0, 25);
  const rank = ({ value, label }: ParamOffer): number => {
    const texts = [normalizeName(label), normalizeName(value)];
    return texts.some((text) => text.startsWith(key)) ? 0 : texts.some((text) => text.includes(key)) ? 1 : 2;
  };
  return offers
    .map((offer) => ({ offer, rank: rank(offer) }))
    .filter(({ rank }) => rank < 2)
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, 25)
    .map(({ offer }) => offer);
};

export const toOffers = (values: readonly string[]): readonly ParamOffer[] =>
  values.map((value) => ({ value, label: value }));

/** The combatants that the asker may know of; `own`: only those they run. */
export const combatantOffers = async (
  asker: Asker,
  typed: string,
  { battles }: Pick<Services, 'battles'>,
  which: 'own' | 'all' | 'all and parts',
): Promise<readonly ParamOffer[]> => {
  const battle = await battles.open(asker.channel);
  if (!battle.ok) return [];
  const { table } = battle.value.saved;
  const reader = createReader(viewerOf(battle.value, asker.user));
  const controls = controlledCombatants(battle.value, asker.user);
  const roster = battle.value.game.roster().filter(({ id }) => reader.canSee(id));
  const actors = [...new Set(roster.map(({ actor }) => actor))];
  const ids =
    which !== 'own'
      ? roster.flatMap(({ id, parts = [] }) => (which === 'all' ? [id] : [id, ...parts]))
      : actors.filter((id) => isGm(table, asker.user) || controls.includes(id));
  return matchingOffers(toOffers(ids), typed);
};

/** The sides on which the asker may know of anybody. */
export const visibleSides = (battle: OpenBattle, user: string): readonly string[] => {
  const reader = createReader(viewerOf(battle, user));
  const seen = battle.game.roster().filter(({ id }) => reader.canSee(id));
  return [...new Set(seen.flatMap(({ side }) => side ?? []))];
};
