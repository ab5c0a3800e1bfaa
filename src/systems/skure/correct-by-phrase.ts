import { ref } from '../../core/message.ts';
import { squareFrom } from '../../rules/grid/square.ts';
import { compass } from '../../rules/view.ts';
import { condition } from './conditions.ts';
import { phrase, ruling } from './correction-kinds.ts';
import { word } from './correction-values.ts';
import { putOn, standable } from './deployment.ts';
import { called, isPlaced, stances } from './state.ts';

/** Reads `stunned`, `asleep 2`, `dazed 3 disrupting`; with a minus before it the condition ends: `-stunned`. */
export const conditionRuling = ruling(
  'A condition, like asleep 2 or -stunned',
  phrase.min(1),
  (draft, { name }, text) => {
    const [, minus, what = '', turns, flagged] = /^(-|−)?\s*(.+?)(?:\s+(\d{1,2}))?(\s+disrupting)?$/i.exec(text) ?? [];
    const laid = condition(what.slice(0, 60), draft.now().settings, {
      turns: turns === undefined || Number(turns) === 0 ? undefined : Number(turns),
      disrupts: flagged !== undefined,
    });
    if (minus !== undefined || Number(turns) === 0) draft.emit({ type: 'condition-ended', who: name, name: laid.name });
    else draft.emit({ type: 'conditioned', who: name, condition: laid });
    return undefined;
  },
);

/** Reads `none`, `counter`, `defend-self`, `defend-ally Lia`. */
export const stanceRuling = ruling(
  'Its stance: none, counter, defend-self, or defend-ally and a name',
  phrase,
  (draft, combatant, text) => {
    const [first = '', ...rest] = text.split(/\s+/);
    const stance = stances.find((each) => each === first.toLowerCase()) ?? 'none';
    const ally = stance === 'defend-ally' ? called(draft.now(), rest.join(' ')) : undefined;
    if (stance === 'defend-ally' && ally === undefined)
      return { code: 'NO_SUCH_TARGET', facts: { target: rest.join(' ') || 'nobody' } };
    draft.emit({ type: 'corrected', what: 'Its stance', combatant: { ...combatant, stance, defendAlly: ally?.name } });
    return undefined;
  },
);

/** Reads `none` or `Bob 2`. */
export const aimRuling = ruling(
  'Its aim: none, or a name and the turns, like Bob 2',
  phrase,
  (draft, combatant, text) => {
    const [, name = '', turns = '1'] = /^(.+?)(?:\s+(\d{1,2}))?$/.exec(text) ?? [];
    const target = called(draft.now(), name);
    if (target === undefined && name.toLowerCase() !== 'none')
      return { code: 'NO_SUCH_TARGET', facts: { target: ref(name) } };
    const aim = target === undefined ? undefined : { target: target.name, turns: Math.max(1, Number(turns)) };
    draft.emit({ type: 'corrected', what: 'Its aim', combatant: { ...combatant, aim } });
    return undefined;
  },
);

export const positionRuling = ruling('Its square, like D4', phrase, (draft, combatant, text) => {
  const to = squareFrom(text);
  if (to === undefined) return { code: 'BAD_PATH', facts: { word: text.slice(0, 40) } };
  const free = standable(draft.now(), combatant, to);
  if (!free.ok) return free.error;
  putOn(draft, combatant.name, to, combatant.facing);
  return undefined;
});

export const facingRuling = ruling('Its facing', word(compass), (draft, combatant, facing) => {
  if (isPlaced(combatant)) putOn(draft, combatant.name, combatant.at, facing);
  else draft.emit({ type: 'corrected', what: 'Its facing', combatant: { ...combatant, facing } });
  return undefined;
});
