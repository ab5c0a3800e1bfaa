import { ambush } from './actions/ambush.ts';
import { check } from './actions/check.ts';
import { close } from './actions/close.ts';
import { declare } from './actions/declare.ts';
import { end } from './actions/end.ts';
import { forceMove } from './actions/force-move.ts';
import { forgo } from './actions/forgo.ts';
import { freeAttack } from './actions/free-attack.ts';
import * as facts from './actions/gm-facts.ts';
import * as harm from './actions/gm-harm.ts';
import { keep } from './actions/keep.ts';
import { next } from './actions/next.ts';
import { place } from './actions/place.ts';
import { push } from './actions/push.ts';
import { redirect } from './actions/redirect.ts';
import { resolve } from './actions/resolve.ts';
import { shout } from './actions/shout.ts';
import { turnAway } from './actions/turn-away.ts';

/** Section 10: every command of the rulebook. */
export const verbs = {
  declare,
  close,
  next,
  resolve,
  redirect,
  forgo,
  keep,
  'turn-away': turnAway,
  'free-attack': freeAttack,
  push,
  shout,
  check,
  place,
  ambush,
  surprise: facts.surprise,
  cover: facts.cover,
  light: facts.light,
  alert: facts.alert,
  encumber: facts.encumber,
  invisible: facts.invisible,
  mount: facts.mount,
  modifier: facts.modifier,
  'allow-free': facts.allowFree,
  'deny-free': facts.denyFree,
  'force-move': forceMove,
  damage: harm.damage,
  heal: harm.heal,
  repair: harm.repair,
  kill: harm.kill,
  stand: harm.stand,
  end,
} as const;
