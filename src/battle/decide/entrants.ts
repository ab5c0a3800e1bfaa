import { normalizeName, normalizeText } from '../../core/message.ts';
import { isInheritedKey } from '../../core/plain-object.ts';
import { ok, type Refusal, type Result, refuse } from '../../core/result.ts';
import { gmActor } from '../../rules/caller.ts';
import type { GameAction } from '../../rules/game.ts';
import type { OpenBattle } from '../saved/store.ts';
import { viewerOf } from '../views/viewer.ts';

/** How long somebody who comes unseen stays so. */
export type HiddenUntil = 'until-acts' | 'until-revealed';

/** Somebody or something to bring into a battle. */
export interface Entrant {
  readonly id: string;
  readonly side: string | undefined;
  readonly sheet: unknown;
  /** The character it is, if it is one, and when that was last changed. */
  readonly character?: { readonly id: string; readonly savedAt: number } | undefined;
  /** The hash of the picture that is its face. */
  readonly portrait?: string | undefined;
  /** It comes unseen, whatever is said of all who come with it. */
  readonly hidden?: HiddenUntil | undefined;
}

/** Words that would be taken for somebody else, or that a chat gives a meaning. */
const reservedNames = [gmActor, 'everyone', 'here', 'somebody', 'all'];

const idsOf = ({ game }: OpenBattle): readonly string[] => game.roster().flatMap(({ id, actor }) => [id, actor]);

/**
 * A name as it will be shown: 1 to 32 visible characters, free in this battle; one of somebody unseen is reserved. Names are
 * compared by their keys.
 */
const requireFreeName = (
  id: string,
  taken: ReadonlySet<string>,
  kept: ReadonlySet<string>,
): Result<string, Refusal> => {
  const name = normalizeText(id);
  if (name === '' || [...name].length > 32) return refuse('bad-name');
  if (kept.has(normalizeName(name)) || isInheritedKey(name)) return refuse('reserved-name', { name });
  return taken.has(normalizeName(name)) ? refuse('name-taken', { name }) : ok(name);
};

export type EnterAction = Extract<GameAction, { do: 'enter' }>;

/** What brings these in for somebody, all or none. */
export const admitEntrants = (
  battle: OpenBattle,
  user: string,
  entrants: readonly Entrant[],
): Result<readonly EnterAction[], Refusal> => {
  const taken = new Set(idsOf(battle).map(normalizeName));
  const kept = new Set([...reservedNames, ...viewerOf(battle, user).unseen].map(normalizeName));
  const doings: EnterAction[] = [];
  for (const { id, side, sheet } of entrants) {
    const name = requireFreeName(id, taken, kept);
    if (!name.ok) return name;
    taken.add(normalizeName(name.value));
    const team = side === undefined ? undefined : normalizeText(side).slice(0, 32);
    if (team !== undefined && isInheritedKey(team)) return refuse('reserved-side', { side: team });
    doings.push({ do: 'enter', entrant: { id: name.value, side: team === '' ? undefined : team, sheet } });
  }
  return ok(doings);
};

/** The combatants or seats that somebody calls by these names, as the battle spells them; letter case does not count. */
export const findAllByName = (
  battle: OpenBattle,
  user: string,
  names: readonly string[],
  /** May one part of a combatant be meant, a head or a wing? */
  withParts = false,
): Result<readonly string[], Refusal> => {
  const unseen = new Set(viewerOf(battle, user).unseen);
  const partsSeen = battle.game.roster().flatMap(({ id, parts = [] }) => (unseen.has(id) ? [] : parts));
  // Where two names have one key, the first of them is meant.
  const known = new Map(
    [...idsOf(battle), ...(withParts ? partsSeen : [])]
      .filter((id) => !unseen.has(id))
      .toReversed()
      .map((id) => [normalizeName(id), id]),
  );
  const found = new Set<string>();
  for (const name of names) {
    const match = known.get(normalizeName(name));
    if (match === undefined) return refuse('no-such-combatant', { who: name });
    found.add(match);
  }
  return ok([...found]);
};
