import { ref, say, type Text } from '../../core/message.ts';
import { type Square, squareName } from '../../rules/grid/square.ts';
import type { Offer, Offers } from '../../rules/verb.ts';
import type { Compass } from '../../rules/view.ts';
import { blastSpaces, foesOf, inAim, strikers } from './aiming.ts';
import { findWarrior } from './checks.ts';
import { type Interaction, interactions, interactionText } from './interaction.ts';
import { reachable, wayOf } from './movement.ts';
import { actingIn, copiesOf, figuresOf, hostile, isFigure, weaponOf } from './seats.ts';
import type { State, Warrior } from './state.ts';
import { defaultWeapons } from './weapons.ts';

const offer = (value: string, label: Text = value): Offer<Text> => ({ value, label });

/** Somebody, with a few words on where they stand. */
const somebody = ({ id, at }: { readonly id: string; readonly at?: Square | undefined }): Offer<Text> =>
  offer(id, at === undefined ? ref(id) : say`${ref(id)} (${squareName(at)})`);

const nobody: readonly Offer<Text>[] = [];

/** Only whoever may command the current player is offered what that player may do. */
export const forCurrent =
  (offers: Offers<State>): Offers<State> =>
  (state, call, soFar) =>
    call.gm || call.controls.includes(state.current ?? '') ? offers(state, call, soFar) : nobody;

/** The current player's ready warriors. */
export const readyWarriors: Offers<State> = forCurrent((state) =>
  figuresOf(state)
    .filter(({ ready, owner }) => ready && owner === state.current)
    .map(somebody),
);

/** The current player's warriors that still stand off the board. */
export const unplaced: Offers<State> = forCurrent((state) =>
  state.warriors
    .filter(({ owner, at, removed }) => owner === state.current && at === undefined && removed === undefined)
    .map(somebody),
);

/** Every figure on the board. */
export const everyFigure: Offers<State> = (state) => figuresOf(state).map(somebody);

export const everyWarrior: Offers<State> = (state) => state.warriors.map(({ id }) => offer(id, ref(id)));

export const everySeat: Offers<State> = (state) => state.seats.map(({ id }) => offer(id, ref(id)));

/** A list of one is no choice. */
const choice = (offers: readonly Offer<Text>[]): readonly Offer<Text>[] => (offers.length > 1 ? offers : nobody);

/** The selected weapons that may strike now, where there is more than one to keep apart. */
export const activeWeapons = (area: boolean): Offers<State> =>
  forCurrent((state, _call, { target }) => {
    if ((actingIn(state)?.activation.active.length ?? 0) < 2) return nobody;
    const found = typeof target === 'string' ? findWarrior(state, target) : undefined;
    return strikers(state, area, found && isFigure(found) ? found : undefined).map(({ id, chargesLeft }) =>
      offer(id, chargesLeft === undefined ? id : `${id} (${chargesLeft} ${chargesLeft === 1 ? 'charge' : 'charges'})`),
    );
  });

/** The spaces on which a blast would strike a foe. */
export const blastable: Offers<State> = forCurrent((state, _call, { weapon }) =>
  blastSpaces(state, weapon).map(({ at, foe }) => offer(squareName(at), say`${squareName(at)}: ${ref(foe)}`)),
);

/** Two axes of one make are both an axe: it makes no difference which is selected. */
const alike = (warrior: Warrior, a: Offer<Text>, b: Offer<Text>): boolean => {
  const makes = ({ value }: Offer<Text>): string =>
    value
      .split(', ')
      .map((id) => JSON.stringify({ ...weaponOf(warrior, id), id: '' }))
      .join();
  return makes(a) === makes(b);
};

/** The weapons a ready warrior may select, one or two of them; the usual selection first. */
export const selectableWeapons: Offers<State> = forCurrent((state, _call, soFar) => {
  const warrior = findWarrior(state, String(soFar.warrior ?? ''));
  if (warrior === undefined || warrior.owner !== state.current) return nobody;
  const single = warrior.weapons.filter(({ hands }) => hands === 1);
  const pairs = warrior.shield
    ? []
    : single.flatMap((a) =>
        single.filter((b) => b.id !== a.id).map((b) => offer(`${a.id}, ${b.id}`, `${a.id} (primary) and ${b.id}`)),
      );
  const alone = warrior.weapons.filter(({ hands }) => !warrior.shield || hands === 1).map(({ id }) => offer(id));
  const usual = defaultWeapons(warrior).join(', ');
  const all = [...pairs, ...alone].toSorted((a, b) => Number(b.value === usual) - Number(a.value === usual));
  return choice(all.filter((each, index) => all.findIndex((other) => alike(warrior, each, other)) === index));
});

/** The foes that some selected weapon, or the one named so far, could strike now. */
export const targets: Offers<State> = forCurrent((state, _call, { weapon }) => inAim(state, weapon).map(somebody));

/** Awe-inspiring foes that have not been dared yet. */
export const dareable: Offers<State> = forCurrent((state) => {
  const acting = actingIn(state);
  if (acting === undefined || acting.activation.started) return nobody;
  return foesOf(state, acting.warrior)
    .filter((foe) => copiesOf(foe, 'awe-inspiring') > 0 && acting.activation.dared[foe.id] === undefined)
    .map(({ id }) => offer(id, ref(id)));
});

/** Steps go along the sides of spaces only (DS-MOVE-2). */
const wayTo = (from: Square, to: Square): Compass =>
  to.y === from.y ? (to.x > from.x ? 'E' : 'W') : to.y > from.y ? 'S' : 'N';

/** Where the acting warrior can end with the movement points it has, by the cheapest path. */
export const paths: Offers<State> = forCurrent((state) => {
  const acting = actingIn(state);
  const way = acting && wayOf(state, acting.warrior);
  if (!acting || !way) return nobody;
  return reachable(way, acting.activation.mp, acting.activation.fearsome)
    .toSorted((a, b) => a.cost - b.cost)
    .map(({ to, cost, path }) => ({
      ...offer(path.map(squareName).join(' '), `${squareName(to)} for ${cost} MP`),
      ...(path.length === 1 && { way: wayTo(acting.warrior.at, to) }),
    }));
});

const interactionLabel = (each: Interaction): Text => {
  switch (each.kind) {
    case 'give':
      return say`give ${ref(each.to)}`;
    case 'medicine':
      return say`medicine ${ref(each.patient)} ${each.condition}`;
    case 'door':
    case 'take':
    case 'use':
      return interactionText(each);
  }
};

export const interactable: Offers<State> = forCurrent((state) => {
  const acting = actingIn(state);
  return acting === undefined
    ? nobody
    : interactions(state, acting.warrior).map((each) => offer(interactionText(each), interactionLabel(each)));
});

export const hostileFigures: Offers<State> = (state, call) => {
  const acting = actingIn(state);
  return figuresOf(state)
    .filter(
      (figure) =>
        isFigure(figure) && (acting ? hostile(state, figure, acting.warrior) : !call.controls.includes(figure.owner)),
    )
    .map(({ id }) => offer(id, ref(id)));
};
