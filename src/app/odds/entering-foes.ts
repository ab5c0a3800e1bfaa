import type { OpenBattle } from '../../battle/saved/store.ts';
import { ok, type Result, refuse } from '../../core/message.ts';
import type { WhatIfEntrant } from '../../simulation/simulation-request.ts';
import { type Asker, foesSide } from '../command-kit/command.ts';
import { knownNames } from '../input/battle-names.ts';
import { splitNames } from '../input/match-name.ts';
import { findFoes, foeNames, numberNames, parseCount } from '../library/foes.ts';
import type { FoeServices } from '../services.ts';

/** Maximum number of foes in one question about odds. */
const maxFoes = 40;

/** Builds foes of one kind with different names. None of these names is in `taken`. */
type FoesOfKind = (count: number, taken?: readonly string[]) => readonly WhatIfEntrant[];

/** Several kinds of foes that come together, with the number of each kind in one set. */
export interface FoeMix {
  readonly foes: (count: number) => readonly WhatIfEntrant[];
  readonly members: readonly { readonly name: string; readonly count: number }[];
}

/** Creates a function that builds any number of foes of one kind. */
export const foesOfKind = async (
  asker: Asker,
  battle: OpenBattle,
  name: string,
  services: FoeServices,
): Promise<Result<FoesOfKind>> => {
  const foes = await findFoes(asker, battle, name, services);
  if (!foes.ok) return foes;
  const there = knownNames(battle, asker.user);
  return ok((count, taken = []) => {
    const names = [...there, ...taken];
    return foes.value.flatMap((foe) => {
      const ids = numberNames(foe.name, foe.count * count, names);
      names.push(...ids);
      return ids.map((id) => ({ id, side: foesSide(battle.ruleset), sheet: foe.sheet }));
    });
  });
};

/** Creates a function that builds foes: of one kind, or of a mix joined with `+`, like `Zombie 2 + Ogre`. */
export const foesOfMix = async (
  asker: Asker,
  battle: OpenBattle,
  text: string,
  services: FoeServices,
): Promise<Result<FoeMix>> => {
  const whole = await foesOfKind(asker, battle, text, services);
  if (whole.ok) return ok({ foes: whole.value, members: [{ name: text, count: 1 }] });
  const members = text
    .split('+')
    .map((each) => parseCount(each.trim()))
    .filter(({ name }) => name !== '');
  const kinds: (readonly [FoesOfKind, number])[] = [];
  for (const { name, count } of members) {
    const kind = await foesOfKind(asker, battle, name, services);
    if (!kind.ok) return kind;
    kinds.push([kind.value, count]);
  }
  return kinds.length === 0
    ? whole
    : ok({
        members,
        foes: (count) => {
          const all: WhatIfEntrant[] = [];
          const taken = () => all.map(({ id }) => id);
          for (const [kind, each] of kinds) all.push(...kind(count * each, taken()));
          return all;
        },
      });
};

/** Parses foes with numbers. Empty if the text is blank. Refuses unknown names, and too many foes with `too-many`. */
export const parseEnteringFoes = async (
  asker: Asker,
  battle: OpenBattle,
  text: string,
  services: FoeServices,
): Promise<Result<readonly WhatIfEntrant[]>> => {
  const all: WhatIfEntrant[] = [];
  if (text.trim() === '') return ok(all);
  for (const part of splitNames(text, await foeNames(asker, battle, services))) {
    const { name, count } = parseCount(part);
    const kind = await foesOfKind(asker, battle, name, services);
    if (!kind.ok) return kind;
    const taken = all.map(({ id }) => id);
    all.push(...kind.value(count, taken));
    if (all.length > maxFoes) return refuse('too-many', { most: maxFoes });
  }
  return ok(all);
};
