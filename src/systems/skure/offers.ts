import { ref, say, type Text } from '../../core/message.ts';
import type { Offer, Offers } from '../../rules/verb.ts';
import { ifPlaced, isAttackable, offer, others, withinReach } from './checks.ts';
import { mayRise } from './death.ts';
import type { Breath, Spell } from './sheet.ts';
import { totalCost } from './spells.ts';
import type { Placed, State } from './state.ts';

export type Offered = Offers<State>;

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

export const proposers: Offered = (state) =>
  state.stunts.map(({ who, text }) => ({ value: who, label: say`${ref(who)}: ${text.slice(0, 98 - who.length)}` }));
