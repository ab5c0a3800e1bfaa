import type { Message, Refusal, Text, Wording } from '../../core/message.ts';
import { type Ruleset, refusalSentence } from '../../rules/ruleset.ts';

/** Sentences for the refusals of the battle service and the commands. */
const battleRefusals = {
  'no-battle-here': 'There is no battle in this channel. Create one with /battle create.',
  'battle-exists': 'This channel already has a battle. End it with /battle end, or start one in another channel.',
  'already-there': 'The battle is already in that channel.',
  'unknown-system': 'There is no rulebook {system}. Choose one of these: {systems}.',
  'newer-edition': 'A newer version of the bot continued this battle. It goes on when that version runs again.',
  'lift-failed':
    'This battle could not be converted to the current edition of its rules ({problem}). It is unchanged: its GM can read it with /battle log and save it with /battle export.',
  'setting-not-new': '{key} has no newer default: this battle already uses {value}, as new battles do.',
  'not-yours': ['You do not control {who}. Ask its player or the GM.', 'To choose who acts, use the option as.'],
  'no-seat': 'You are not in this battle. Join it with /battle join.',
  'nobody-to-command': 'You have no combatants in this battle. To choose who acts, use the option as.',
  'which-actor': 'Whose order is this? Choose one of these with the option as: {names}.',
  'gm-only': 'Only the game master may do that.',
  'head-gm-only': 'Only the game master in charge may do that, not a co-GM.',
  'pending-choice': '{who} must answer a question first.',
  'nothing-asked': 'There is no open question. /my view shows what is possible now.',
  'no-such-choice': '{choice} is not a possible answer. Choose one of these: {choices}.',
  'beyond-bounds':
    '{verb} was stopped: one order may take at most {most} {what} ({at}). Nothing was changed. Give smaller orders, or let the GM set the result with /gm set.',
  'waits-for-gm': 'That order of {who} is already waiting for the GM. Wait for the decision, or give another order.',
  'no-request': 'That request is no longer open: it was granted, refused or replaced.',
  'which-request': 'Several requests are open. Choose one with the option who: {names}.',
  'request-stale': 'What {who} asked for is no longer possible. {why}',
  'no-such-kind': '{system} has no question named {kind}. You can give standing orders for: {kinds}.',
  'no-such-order': '{answer} is not a standing order for {kind}. Choose one of these: {answers}.',
  'clock-late': 'The battle has moved on in the meantime. /my view shows what is possible now.',
  'no-default': [
    'The rulebook has no default for {who}, who is expected {what}. Give the order with the option as:{who}.',
    'The rulebook has no default for that. A player or the GM must decide.',
  ],
  'no-clock': 'This battle has no clock. The GM sets one with /battle clock time:24h.',
  'clock-stands': 'The clock is already paused.',
  'clock-runs': 'The clock is already running.',
  busy: 'Too many orders came at once. Nothing was changed; try again.',
  'order-repeated': 'That order was already given in another battle.',
  'already-started': 'The battle has already begun.',
  'already-ended': 'The battle is over. Start another one with /battle create.',
  'nobody-here': 'No one has joined yet. Players join with /battle join.',
  'name-taken': [
    'You already play {own} here. To play someone else too, choose another name with the option name.',
    'This battle already has someone named {name}. Choose another name.',
  ],
  'bad-name': 'A name needs 1 to 32 visible characters.',
  'reserved-side': 'A side cannot be called {side}. Choose another name for the side.',
  'reserved-name': '{name} cannot be used as a name. Give another name with the option name.',
  'unknown-verb': '{system} has no action named {verb}.',
  'unknown-query': '{system} has no question named {query}.',
  'unknown-field': 'There is no field named {field}. You can set: {fields}.',
  'no-such-reading': 'There is no rule variant {reading} here. Choose one of these: {readings}.',
  'unknown-setting': 'There is no setting {key}. Choose one of these: {keys}.',
  'bad-setting': '{key} cannot be {value}: {problem}.',
  'settings-frozen': 'Settings cannot be changed once the battle has begun.',
  'no-such-combatant': ['No one in this battle is named {who}. Choose a name from the roster.', 'Name a combatant.'],
  'nobody-meant': 'That matches no combatant. Name combatants of this battle.',
  'no-such-preset': 'There is no preset {preset}. {hint}',
  'no-such-term': '{system} has no modifier named {term}. Choose one of these: {terms}.',
  'no-such-effect': '{who} has no effect named {effect}. /gm effect lists all effects.',
  'no-such-number': '{system} has no number named {term}. Choose one of these: {terms}.',
  'bad-input': 'Option {option}: {problem}.',
  'bad-dice': 'The dice you entered do not fit this order: {problem}',
  'bad-dice-notation': '{notation} cannot be rolled: {problem}',
  'undo-nothing': 'There is nothing to undo. /battle log shows what happened.',
  'undo-not-last': 'You can only undo your own last order, and {who} has acted since. Ask the GM.',
  'undo-dice': 'Dice were rolled, so only the GM can undo that.',
  'undo-revealed': 'That order revealed something hidden, so only the GM can undo it.',
  'undo-not-asked': 'No one has just asked for an undo.',
  'undo-other-side': 'Someone on another side, or the GM, must agree to the undo.',
  'undo-no-entry': 'There is no entry {n} to go back to. The log has entries 1 to {last}.',
  'cap-figures': 'A battle can have at most {most} combatants. Add fewer, or start another battle in another channel.',
  'cap-squares': 'A board can have at most {most} columns and rows: now {now}, then {would}. Choose a smaller one.',
  'cap-effects': 'A battle can have at most {most} effects, rulings and objects. Remove some.',
  'cap-entries':
    'The log can have at most {most} entries per round. Until the next round, give only the orders the battle is waiting for, or use /battle start or /battle end.',
  'redo-nothing': 'There is nothing to redo, because nothing has just been undone.',
  'seed-secret': 'The dice are secret until the battle is over. Their fingerprint is {commitment}.',
  'seated-already': 'You are already in this battle. To leave it, type /battle leave.',
  'seat-taken': 'The GM cannot just leave. Hand over the battle first with /gm role role:gm.',
  'not-hidden': '{who} is already visible.',
  'nothing-hidden': 'Entry {n} has no hidden roll.',
  'no-hidden-roll': 'You have no hidden roll to reveal.',
} as const;

/** The sentence for a refusal of the battle service. Undefined for other codes. */
export const describeBattleRefusal = ({ code, facts }: Refusal): Message | undefined => {
  const wording = Object.entries<Wording>(battleRefusals).find(([known]) => known === code)?.[1];
  return wording === undefined ? undefined : refusalSentence(wording, facts);
};

/** Describes a refusal in the rulebook's words or the app's. Returns the code if neither has words for it. */
export const explainRefusal = (
  { ruleset }: { readonly ruleset: Pick<Ruleset, 'refusalSentence'> },
  refusal: Refusal,
): Text => ruleset.refusalSentence(refusal) ?? describeBattleRefusal(refusal) ?? refusal.code;
