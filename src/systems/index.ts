import type { Ruleset } from '../rules/ruleset.ts';
import { dskull } from './dskull/index.ts';
import { segment } from './segment/index.ts';
import { skure } from './skure/index.ts';
import { straalara } from './straalara/index.ts';
import { swordWorld } from './sword-world/index.ts';

/** The rulebooks this house knows. */
export const rulesets: readonly Ruleset[] = [skure, dskull, swordWorld, straalara, segment];
