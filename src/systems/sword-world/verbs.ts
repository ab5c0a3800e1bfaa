import { ambush } from './actions/ambush.ts';
import { attack } from './actions/attack.ts';
import { begin } from './actions/begin.ts';
import { block } from './actions/block.ts';
import { cast } from './actions/cast.ts';
import { check } from './actions/check.ts';
import { close } from './actions/close.ts';
import { deathCheck } from './actions/death-check.ts';
import { end } from './actions/end.ts';
import { fall } from './actions/fall.ts';
import { field } from './actions/field.ts';
import { force } from './actions/force.ts';
import { herb } from './actions/herb.ts';
import { initiative } from './actions/initiative.ts';
import { join } from './actions/join.ts';
import { knowledge } from './actions/knowledge.ts';
import { leave } from './actions/leave.ts';
import { loot } from './actions/loot.ts';
import { major } from './actions/major.ts';
import { method } from './actions/method.ts';
import { minor } from './actions/minor.ts';
import { move } from './actions/move.ts';
import { next } from './actions/next.ts';
import { place } from './actions/place.ts';
import { potion } from './actions/potion.ts';
import { retreat } from './actions/retreat.ts';
import { surrender } from './actions/surrender.ts';
import { weakness } from './actions/weakness.ts';

export const verbs = {
  attack,
  cast,
  move,
  minor,
  major,
  retreat,
  join,
  block,
  begin,
  end,
  initiative,
  ambush,
  knowledge,
  weakness,
  place,
  potion,
  check,
  surrender,
  herb,
  loot,
  fall,
  force,
  'death-check': deathCheck,
  field,
  method,
  leave,
  next,
  close,
};
