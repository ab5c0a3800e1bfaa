import { ref, say, type Text } from '../../core/message.ts';
import { squareName } from '../../rules/grid/square.ts';
import type { Offer, Offers } from '../../rules/verb.ts';
import { compass } from '../../rules/view.ts';
import { laneOf } from './charging.ts';
import { foes, ifPlaced, isAttackable, offer, others, withinReach } from './checks.ts';
import { mayRise } from './death.ts';
import { type Breath, ratingOf, type Spell } from './sheet.ts';
import { totalCost } from './spells.ts';
import type { Placed, State } from './state.ts';
import { amount } from './telling.ts';
import { mayTurn } from './turning.ts';
import { reachable } from './ways.ts';

export type Offered = Offers<State>;

export const chargeTargets = ifPlaced((state, me) =>
  foes(state, me).flatMap((each) => {
    const lane = laneOf(state, me, each);
    return lane.ok ? [offer(each, amount(lane.value.spaces, 'space'))] : [];
  }),
);

/** SK-SPELL-3: without essence there is nothing to cast. */
const castable = ({ essence, sheet }: Placed): readonly Spell[] => (essence === 0 ? [] : sheet.spells);

export const spells = ifPlaced((state, me) =>
  castable(me).map((spell) => ({
    value: spell.name,
    label: `${spell.name} · cost ${totalCost(state, spell)} of ${me.essence}`,
  })),
);
export const breaths = ifPlaced((_, me) => me.sheet.breaths.map(({ name }) => ({ value: name, label: name })));

const within = (state: State, me: Placed, { range, ...magic }: Spell | Breath): readonly Offer<Text>[] =>
  [me, ...others(state, me)]
    .filter((each) => ('revives' in magic && magic.revives !== null ? mayRise(each).ok : isAttackable(each)))
    .filter((each) => each.name === me.name || withinReach(state, me, each, range).ok)
    .map((each) => offer(each));

export const spellTargets = ifPlaced((state, me, { spell }) =>
  castable(me)
    .filter(({ name }) => spell === undefined || name === spell)
    .flatMap((each) => within(state, me, each)),
);
export const breathTargets = ifPlaced((state, me, { breath }) =>
  me.sheet.breaths
    .filter(({ name }) => breath === undefined || name === breath)
    .flatMap((each) => within(state, me, each)),
);

export const paths = ifPlaced((state, me) =>
  state.turn?.who !== me.name || state.turn.postTurned
    ? []
    : reachable(state, me).map(({ at, path, cost }) => ({
        value: path.join(' '),
        label: `${squareName(at)} · ${amount(cost, 'point')}`,
        ...(path.length === 1 && path[0] !== undefined && { way: path[0] }),
      })),
);

export const facings = ifPlaced((state, me) => {
  const { turn } = state;
  if (turn?.who !== me.name) return [];
  return compass.filter((to) => mayTurn(me, turn, to).ok).map((to) => ({ value: to, label: to }));
});

export const altitudesOffered = ifPlaced((_, me) =>
  (ratingOf(me.sheet).type === 'Flying' ? ['ground', 'low', 'mid'] : ['ground']).map((value) => ({
    value,
    label: value,
  })),
);

export const proposers: Offered = (state) =>
  state.stunts.map(({ who, text }) => ({ value: who, label: say`${ref(who)}: ${text.slice(0, 98 - who.length)}` }));
