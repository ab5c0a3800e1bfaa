import { begin } from './begin.ts';
import { botch } from './botch.ts';
import { declare } from './declare.ts';
import { defend } from './defend.ts';
import { endCombat } from './end-combat.ts';
import { harm } from './harm.ts';
import { heal } from './heal.ts';
import { initiative } from './initiative.ts';
import { intend } from './intend.ts';
import { life } from './life.ts';
import { mod } from './mod.ts';
import { next } from './next.ts';
import { nominate } from './nominate.ts';
import { pass } from './pass.ts';
import { remove } from './remove.ts';
import { stance } from './stance.ts';
import { take } from './take.ts';

/** Every verb of this system (section 4). */
export const verbs = {
  initiative,
  stance,
  declare,
  intend,
  nominate,
  take,
  pass,
  defend,
  begin,
  mod,
  botch,
  harm,
  heal,
  life,
  remove,
  next,
  'end-combat': endCombat,
};
