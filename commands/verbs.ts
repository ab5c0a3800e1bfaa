import type { CommandMaker } from '../src/app/verb-command.ts';
import { activate } from './activate.ts';
import { aim } from './aim.ts';
import { ask } from './ask.ts';
import { attack } from './attack.ts';
import { attackAction } from './attack-action.ts';
import { begin } from './begin.ts';
import { blast } from './blast.ts';
import { block } from './block.ts';
import { botches } from './botches.ts';
import { breath } from './breath.ts';
import { cast } from './cast.ts';
import { charge } from './charge.ts';
import { check } from './check.ts';
import { cost } from './cost.ts';
import { counter } from './counter.ts';
import { dare } from './dare.ts';
import { declare } from './declare.ts';
import { defend } from './defend.ts';
import { deploy } from './deploy.ts';
import { drop } from './drop.ts';
import { end } from './end.ts';
import { forgo } from './forgo.ts';
import { freeAttack } from './free-attack.ts';
import { gain } from './gain.ts';
import { ground } from './ground.ts';
import { guard } from './guard.ts';
import { herb } from './herb.ts';
import { initiative } from './initiative.ts';
import { intend } from './intend.ts';
import { interact } from './interact.ts';
import { intercept } from './intercept.ts';
import { join } from './join.ts';
import { keep } from './keep.ts';
import { knowledge } from './knowledge.ts';
import { loot } from './loot.ts';
import { los } from './los.ts';
import { major } from './major.ts';
import { minor } from './minor.ts';
import { move } from './move.ts';
import { next } from './next.ts';
import { nominate } from './nominate.ts';
import { odds } from './odds.ts';
import { pass } from './pass.ts';
import { place } from './place.ts';
import { pools } from './pools.ts';
import { potion } from './potion.ts';
import { push } from './push.ts';
import { reach } from './reach.ts';
import { redirect } from './redirect.ts';
import { release } from './release.ts';
import { resolve } from './resolve.ts';
import { retreat } from './retreat.ts';
import { say } from './say.ts';
import { shout } from './shout.ts';
import { sight } from './sight.ts';
import { stance } from './stance.ts';
import { state } from './state.ts';
import { status } from './status.ts';
import { stunt } from './stunt.ts';
import { surrender } from './surrender.ts';
import { symbol } from './symbol.ts';
import { tactics } from './tactics.ts';
import { take } from './take.ts';
import { turn } from './turn.ts';
import { turnAway } from './turn-away.ts';
import { weakness } from './weakness.ts';
import { zone } from './zone.ts';

/** The verbs and free questions of all rulebooks, one file each. */
export const verbs: readonly CommandMaker[] = [
  activate,
  aim,
  ask,
  attack,
  attackAction,
  begin,
  blast,
  block,
  botches,
  breath,
  cast,
  charge,
  check,
  cost,
  counter,
  dare,
  declare,
  defend,
  deploy,
  drop,
  end,
  forgo,
  freeAttack,
  gain,
  ground,
  guard,
  herb,
  initiative,
  intend,
  interact,
  intercept,
  join,
  keep,
  knowledge,
  loot,
  los,
  major,
  minor,
  move,
  next,
  nominate,
  odds,
  pass,
  place,
  pools,
  potion,
  push,
  reach,
  redirect,
  release,
  resolve,
  retreat,
  say,
  shout,
  sight,
  stance,
  state,
  status,
  stunt,
  surrender,
  symbol,
  tactics,
  take,
  turn,
  turnAway,
  weakness,
  zone,
];
