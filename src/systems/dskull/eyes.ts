import type { Line } from '../../rules/lines.ts';
import type { Reader } from '../../rules/reader.ts';
import { warriorOf } from './seats.ts';
import type { State } from './state.ts';

/** What one reader may know of the seats and warriors of a battle. Whoever runs a seat sees its warriors. */
export interface Eyes {
  readonly gm: boolean;
  readonly sees: (id: string | undefined) => boolean;
  /** Is this reader told that number of a warrior, by its term among the rulebook's numbers? */
  readonly tells: (id: string, term: 'steps' | 'armour' | 'sheet') => boolean;
  readonly runs: (id: string) => boolean;
  /** The name, or `somebody`. */
  readonly name: (id: string | undefined) => string;
}

export const eyesOf = (state: State, reader: Reader): Eyes => {
  const ownerOf = (id: string) => warriorOf(state, id)?.owner ?? id;
  const runs = (id: string) => reader.runs(id) || reader.runs(ownerOf(id));
  const sees = (id: string | undefined) =>
    id === undefined || runs(id) || (reader.sees(id) && reader.sees(ownerOf(id)));
  return {
    gm: reader.gm,
    sees,
    runs,
    tells: (id, term) => runs(id) || reader.tells(id, term) || reader.tells(ownerOf(id), term),
    name: (id) => (id === undefined ? 'nobody' : sees(id) ? id : 'somebody'),
  };
};

/** A line about somebody, for those who see them. */
export const own = (eyes: Eyes, id: string, made: () => Line): readonly Line[] => (eyes.sees(id) ? [made()] : []);
