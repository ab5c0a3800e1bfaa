import type { Message, Text } from '../../core/message.ts';
import type { Refusal, Wording } from '../../core/refusal.ts';
import { refusalSentence } from '../../rules/refusal-sentence.ts';
import type { Ruleset } from '../../rules/ruleset.ts';

/** What the battle service and the commands refuse, apart from a system's own rules. */
const battleRefusals = {
  'no-battle-here': 'There is no battle in this channel. Begin one with /battle create.',
  'battle-exists':
    'A battle is being fought in this channel already. End it with /battle end, or begin another elsewhere.',
  'already-there': 'The battle is fought there already.',
  'unknown-system': 'There is no rulebook called {system}. There are: {systems}.',
  'newer-edition':
    'This battle was played on by a newer release of the bot. It goes on once that release runs again; nothing of it is lost.',
  'lift-failed':
    'This battle could not be brought to the present edition of its rules ({problem}). It is as it was: its GM reads it with /log and saves it with /battle export.',
  'setting-not-new': '{key} has no newer default to take: it is {value} here, as in new battles.',
  'not-yours': ['{who} is not yours to command. Ask its player or the GM.', 'Say whom you mean with the option as.'],
  'no-seat': 'You have no part in this battle. Join it with /battle join.',
  'nobody-to-command': 'You run nobody in this battle. Name whom you mean with the option as.',
  'gm-only': 'Only the game master may do that.',
  'head-gm-only': 'Only the game master in charge may do that, not a co-GM.',
  'pending-choice': 'The battle waits for an answer that {who} must give first.',
  'nothing-asked': 'No question is open.',
  'no-such-choice': '{choice} is not one of the answers: {choices}.',
  'beyond-bounds':
    '{verb} was stopped at more than {most} {what} ({at}): no order may take that much. Nothing was changed. Order less at once, or let the GM settle it by hand with /gm set.',
  'no-request':
    'Nobody waits for the GM’s word on that any longer: it was granted, refused, or something else was asked for.',
  'which-request': 'Several wait for the GM’s word. Name one with who: {names}.',
  'request-stale': 'What {who} asked for can no longer be done. {why}',
  'no-such-kind': '{system} has no question called {kind}. Standing orders can be given for: {kinds}.',
  'no-such-order': '{answer} is not a standing order for {kind}. There are: {answers}.',
  'clock-late': 'The battle has moved on meanwhile.',
  'no-default': 'The rulebook has no default for that: somebody must decide.',
  'no-clock': 'This battle has no clock. The GM sets one with /clock set time:24h.',
  'clock-stands': 'The clock stands still already.',
  'clock-runs': 'The clock is running already.',
  busy: 'Too many orders came at once. Nothing was changed; try again.',
  'order-repeated': 'That order has been given before, in another battle.',
  'already-started': 'The battle has begun already.',
  'already-ended': 'The battle is over.',
  'not-started': 'The battle has not begun. The GM begins it with /battle start.',
  'nobody-here': 'Nobody has joined yet.',
  'name-taken': 'Somebody in this battle is called {name} already. Choose another name.',
  'bad-name': 'A name needs 1 to 32 visible characters.',
  'reserved-side': 'A side cannot be called {side}. Choose another name for it.',
  'reserved-name': '{name} cannot be used as a name; give another one with name:.',
  'unknown-verb': '{system} has no order called {verb}.',
  'unknown-query': '{system} has no answer to {query}.',
  'unknown-field': 'Nothing called {field} can be set. There are: {fields}.',
  'no-such-reading': 'No reading is called {reading} here. There are: {readings}.',
  'unknown-setting': 'No setting is called {key}. There are: {keys}.',
  'bad-setting': '{key} cannot be {value}: {problem}.',
  'settings-frozen': 'Settings are fixed once the battle has begun.',
  'no-such-combatant': ['Nobody called {who} is in this battle. Choose a name from the roster.', 'Say who is meant.'],
  'nobody-meant': 'Nobody is meant by that. Name combatants of this battle.',
  'no-such-person': '{who} has no seat in this battle.',
  'no-such-preset': 'There is no ready-made sheet called {preset}. {hint}',
  'no-such-term': '{term} is not a modifier of {system}. There are: {terms}.',
  'no-such-effect': '{who} has no effect called {effect}. /gm effects lists what does.',
  'no-such-number': '{term} is not a number of {system}. There are: {terms}.',
  'bad-input': 'Option {option}: {problem}.',
  'bad-dice': 'Those dice do not fit: {problem}',
  'bad-dice-notation': '{notation} cannot be rolled: {problem}',
  'undo-nothing': 'There is nothing to take back.',
  'undo-not-last': 'Only your own last order can be taken back, and {who} has acted since. Ask the GM.',
  'undo-dice': 'Dice fell, so only the GM can take that back.',
  'undo-revealed': 'It showed something that was hidden, so only the GM can take that back.',
  'undo-not-asked': 'Nobody has just asked to take something back.',
  'undo-other-side': 'Somebody of another side, or the GM, must agree.',
  'undo-no-entry': 'There is no entry {n} to go back to. The log has entries 1 to {last}.',
  'cap-figures':
    'A battle has at most {most} combatants: {now} are in it, and this would make it {would}. Bring fewer, or let the others fight in another channel.',
  'cap-squares':
    'A board has at most {most} columns and {most} rows: it is {now}, and this would make it {would}. Choose a smaller one.',
  'cap-effects':
    'At most {most} effects, rulings and things lie on a battle: there are {now}, and this would make it {would}. Lift some of them first.',
  'cap-entries':
    'The log takes at most {most} entries a round: this one has {now}. Give the orders that the battle waits for until the next round, or begin or end it with /battle start or /battle end.',
  'redo-nothing': 'Nothing has just been taken back.',
  'seed-secret': 'The dice are secret until the battle is over. Their fingerprint is {commitment}.',
  'seated-already': 'You have a seat in this battle already. To give it up, type /battle leave.',
  'seat-taken': 'The GM cannot leave the chair empty. Hand it over first with /gm handover.',
  'not-hidden': '{who} is not hidden.',
  'nothing-hidden': 'Entry {n} has no hidden roll.',
  'no-hidden-roll': 'You have no hidden roll to open.',
} as const;

/** The sentence for one of the battle service's own codes. */
export const describeBattleRefusal = ({ code, facts }: Refusal): Message | undefined => {
  const wording = Object.entries<Wording>(battleRefusals).find(([known]) => known === code)?.[1];
  return wording === undefined ? undefined : refusalSentence(wording, facts);
};

/** Why an order to this battle is refused, in the words of its rulebook or of the battle service; the code where neither has any. */
export const explainRefusal = (
  { ruleset }: { readonly ruleset: Pick<Ruleset, 'refusalSentence'> },
  refusal: Refusal,
): Text => ruleset.refusalSentence(refusal) ?? describeBattleRefusal(refusal) ?? refusal.code;
