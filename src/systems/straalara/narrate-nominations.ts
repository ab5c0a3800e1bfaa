import { plain } from '../../core/message.ts';
import { listed } from '../../core/text.ts';
import type { Line } from '../../rules/lines.ts';
import type { Reader } from '../../rules/reader.ts';
import { readingOf } from '../../rules/reading.ts';
import { knownTo, stanceWords, wholeActionWords } from './describe.ts';
import type { EventOf } from './events.ts';
import { combatantCalled, slotOf } from './roster.ts';
import { about, nothing, one, type Told } from './telling.ts';

/** ST-NOM-3; under `declarations: private` others learn only that it was done. */
export const nominated = (
  { who, as, opened }: Pick<EventOf<'nominated'>, 'who' | 'as' | 'opened'>,
  stance: string | undefined,
  { reader }: Told,
): readonly Line[] => {
  if (!opened && !reader.runs(who)) return about(reader, who, `${who} has nominated.`, 'quiet');
  const words = wholeActionWords(who, as, reader);
  const text =
    stance === undefined
      ? `${who} nominates a second action: ${words}.`
      : `${who} takes the ${stance} stance and nominates ${words}.`;
  return about(reader, who, text);
};

export const opened = ({ who, slot }: EventOf<'opened'>, { after, reader }: Told): readonly Line[] =>
  who.flatMap((name) => {
    const me = combatantCalled(after, name);
    const action = me && slotOf(me, slot);
    if (me === undefined || action?.status !== 'nominated' || !knownTo(reader, me, action)) return nothing;
    const words = wholeActionWords(name, action.as, reader);
    return about(reader, name, slot === 1 ? `${name}: ${stanceWords(me)}, ${words}.` : `${name}: ${words}.`);
  });

export const order = ({ steps }: EventOf<'actions-opened'>, { reader }: Told): readonly Line[] => {
  const seen = steps.filter(({ combatant }) => reader.sees(combatant));
  const words = seen.map(({ combatant, value, slot }) => `${combatant} ${value}${slot === 2 ? ' (second)' : ''}`);
  return one(words.length === 0 ? 'The actions begin.' : `The actions begin, highest first: ${listed(words)}.`);
};

const toOwner = (reader: Reader, who: string, text: string): readonly Line[] =>
  reader.runs(who) ? one(text, 'quiet') : nothing;

/** The sentence of the refusal, unless it tells of somebody the owner must not know of. */
const brokenBecause = ({ who, slot, says }: EventOf<'seal-broken'>, { before, reader }: Told): string => {
  const intent = combatantCalled(before, who)?.intent;
  const name = (slot === 1 ? intent?.first : intent?.second)?.target;
  const target = name === undefined ? undefined : combatantCalled(before, name);
  const harmless = name === undefined || (target !== undefined && reader.sees(target.name));
  return harmless ? plain(says, readingOf(reader)) : 'it cannot be done now.';
};

export const sealed = ({ who, intent }: EventOf<'sealed'>, { reader }: Told): readonly Line[] => {
  const { stance, first, second } = intent;
  const words = [
    stance && `${stance} stance`,
    first && wholeActionWords(who, first, reader),
    second && wholeActionWords(who, second, reader),
  ];
  return toOwner(reader, who, `Sealed for ${who}: ${words.filter(Boolean).join(', ')}.`);
};

export const sealBroken = (event: EventOf<'seal-broken'>, told: Told): readonly Line[] =>
  toOwner(told.reader, event.who, `${event.who}’s sealed nomination is dropped: ${brokenBecause(event, told)}`);
