import type { CombatantView } from '../rules/view.ts';

/** Marks that say by themselves that somebody can fight no more. */
const telling =
  /\b(unconscious|dead|dying|destroyed|down|out|slain|killed|felled|fled|gone|captured|surrendered|incapacitated)\b/i;

/** `down` or `out`, unless it goes without saying. */
export const lifeWords = ({ life, marks }: CombatantView): readonly string[] =>
  life === 'up' || marks.some((mark) => telling.test(mark)) ? [] : [life];
