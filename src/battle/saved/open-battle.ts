import type { Game } from '../../rules/game.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { Edition } from '../editions/app-edition.ts';
import type { SavedBattle } from './store.ts';

/** A battle taken from the store, with its game open. */
export interface OpenBattle {
  readonly saved: SavedBattle;
  readonly ruleset: Ruleset;
  readonly game: Game;
  /** When it was opened, in milliseconds since 1970: who is away, and who may act for them, depends on it. */
  readonly openedAt: number;
  /** The editions it is still saved under, where those are not the present ones. */
  readonly upcastFrom?: Edition;
}
