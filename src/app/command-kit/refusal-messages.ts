import { describeBattleRefusal } from '../../battle/views/refusals.ts';
import { cutLetters } from '../../core/letters.ts';
import { phrase, type Refusal, renderText, type Text, term, type Wording } from '../../core/message.ts';
import { gmActor } from '../../rules/expected-action.ts';
import { nameLookupHidingAll } from '../../rules/for-reader.ts';
import { type Ruleset, refusalSentence } from '../../rules/ruleset.ts';

/** Sentences for refusals that come from commands, by code. */
const appRefusals = {
  'unknown-command': 'There is no command {command}. {hint}',
  'command-goes-on': '{command} needs one of these after it: {parts}.',
  'form-gone': 'That is no longer on the sheet. Open its form again with {command}.',
  'no-lesson': '{system} has no lesson yet. /help shows how to start a battle.',
  'no-such-setting': 'There is no setting {key}. /battle settings lists all settings.',
  'unknown-option': '{command} has no option {option}. It takes: {options}.',
  'stale-press': 'That button is out of date. Since then: {since} Now: {next}.',
  'other-battle': 'That button belongs to another battle. /my view shows what is possible in this one.',
  'discord-only': 'This works only on Discord. Type it in the channel of the battle.',
  'no-boards': 'This bot serves no boards in a browser. Play here, with the buttons and commands.',
  'no-system': 'Name the rulebook with the option system: {systems}.',
  'no-gm-here': 'A blind roll needs a GM. Roll in a battle or a campaign channel, or use rolls:self.',
  'no-voice': 'You have no character here to speak as.',
  'whose-voice': 'Choose the speaker with as:… You can speak as: {names}.',
  'no-such-zone': 'A time zone has the name of a city, like Europe/Berlin. {hint}',
  'no-such-voice': 'You cannot speak as {name} here. {hint}',
  'hidden-voice': '{name} is hidden, and speaking would give that away. Reveal them first with /gm reveal.',
  'name-of-discord': 'Someone named {name} could be mistaken for Discord. Give the character another name.',
  'name-of-member': '{name} could be mistaken for a member or for this bot. Give the character another name.',
  'slow-mode': 'This channel is in slow mode. You can speak here again in {seconds} s.',
  'not-spoken': 'Nobody spoke that message through me in the last 30 days.',
  'not-moderating': 'Only the game master and people who may manage messages here can see who spoke.',
  'nobody-asked': 'No player has a character here yet. Ask again when players have joined.',
  'nobody-to-ask': 'No one here is named {who}. {hint}',
  'too-many-asked': 'That asks {count} characters at once, but the limit is {most}. Name fewer: who:Ann, Zombie*.',
  'no-such-check': [
    '{who} has no {word} to roll for. Ask only the others, or give dice: what:2d6+3.',
    'No one you asked has {word} to roll for. {hint} You can also give dice: what:2d6+3.',
    'These sheets have no values that can be rolled by name. Give dice, with numbers from the sheet in braces, like {example}. {word} is not valid: {problem}',
  ],
  'no-number-on-sheet': '{who}’s sheet has no number {word}. {hint}',
  'no-value-for-roll': [
    '{who}’s sheet has no value {word}. Begin with //{word}=5 before the dice.',
    'You have no sheet with a value {word}. Use /library import, or begin with //{word}=5 before the dice.',
  ],
  'for-oneself-by-all': 'A roll for others cannot be shown to them only. Use rolls:blind, or ask them to roll.',
  'asked-roll-gone': 'That roll request has expired. Ask again with /gm ask-roll.',
  'roll-not-asked': 'That roll is not for you.',
  'rolled-already': 'You have already rolled for {who}.',
  'no-campaign-here': 'There is no campaign in this channel. Start one with /campaign create, or see /campaign list.',
  'campaign-exists': 'This channel already has {campaign}. End it with /campaign end, or use another channel.',
  'campaign-ended': '{campaign} is over.',
  'campaign-paused': '{campaign} is paused. Its GM resumes it with /campaign pause resume:true.',
  'campaign-gm-only': 'Only {gm} and the co-GMs may do that.',
  'campaign-head-only': 'Only {gm}, the campaign’s GM, may do that.',
  'campaign-fights': 'A campaign cannot end while it has unfinished battles. End them first: {battles}.',
  'not-in-campaign': '{system} is not a rulebook of {campaign}. Add it with /campaign rules systems:…',
  'not-invited': 'You need an invitation to join {campaign}. Ask {gm}.',
  'choose-side': 'The players here do not all fight on one side. Choose yours: {sides}.',
  'not-a-member': '{who} is not a member of {campaign}.',
  'member-already': 'You are already a member.',
  'gm-cannot-leave': 'The GM cannot leave the campaign. Hand it over first with /campaign role.',
  'no-brought-character': 'No one in {campaign} has played a character named {name} in one of its battles. {hint}',
  'several-brought': 'Several characters are named {name}. Choose one with the option player: {players}.',
  'no-such-sheet': '{name} is not on the roster. /campaign roster shows the roster.',
  'no-shelf-of-campaign': 'Only a campaign’s GMs can use its library, and only in the campaign’s channels.',
  'bad-shelf-name': 'A name needs 1 to {most} visible characters.',
  'name-on-shelf': 'Another {kind} in {shelf} is named {name}. Overwrite it with over:true, or choose another name.',
  'shelf-full': 'There is no room in {shelf}: at most {most} items of each kind. Delete another {kind} first.',
  'shelf-share':
    'Each person can save at most {most} items of a kind for the server. Delete an item of the same kind ({kind}) that you saved there, or save this in your own library.',
  'kept-meanwhile': 'Someone else changed it in the meantime, so nothing was saved. Try again.',
  'nothing-saved': ['There is no saved {kind} named {name} here. {hint}', 'Nothing named {name} is saved here. {hint}'],
  'several-kinds': 'Several things are named {name}. Choose with the option kind: {kinds}.',
  'option-not-for-kind': 'A {kind} has no {option}. Leave that option out.',
  'portrait-of-whom': 'Name a combatant of this battle with who, or one of your saved foes with foe.',
  'not-yours-on-shelf': 'Only who saved {name} and server managers may change it. Make a copy with /library copy.',
  'thing-newer': '{name} was saved by a newer version of the bot, and this version cannot read it.',
  'thing-unreadable': '{name} can no longer be read. Delete it and save it again.',
  'no-sheet-in-battle': 'This battle has no sheet for {who}.',
  'no-such-member': 'There is no foe named {name} in {shelf} and no preset with that name. {hint}',
  'group-member-gone':
    '{name}, a member of the group {group}, is no longer saved. Restore it with /library restore, or save the group again.',
  'nobody-to-keep': 'You have no combatants in this battle. Add foes first, or name them: content:Zombie 3, Ogre.',
  'not-in-encounter': '{name} is not one of the foes you named. You named: {there}.',
  'one-roll': 'Choose what to roll: dice: for dice or a saved roll, or table: for a saved table.',
  'name-is-dice': 'The name {name} looks like dice. Give the roll another name, like Longsword.',
  'no-such-field': 'The sheet has nothing named {word}. {hint}',
  'no-such-word': '{word} is not a valid value for {field}. {hint}',
  'no-such-fate': 'That has already been decided.',
  'place-gone': 'That channel is gone, or I cannot see it. Choose another one.',
  'place-forbidden': 'I cannot write there. Give me permission to view the channel, send messages and create threads.',
  'place-unfit': 'A battle needs a channel, a thread or a post. A campaign needs a channel or a forum.',
  'desk-in-battle': 'Everyone can read the battle’s channel. Choose a channel or thread that only the GM can read.',
  'desk-in-forum': 'A forum cannot be the GM channel. Choose a channel or thread.',
  'desk-elsewhere': 'The GM channel must be in this server. Choose a channel or thread here.',
  'no-such-battle': 'You are not the GM of an unfinished battle named {name} here. /battle list shows all battles.',
  'wounds-undecided':
    '{gm} must first decide what stays after {battle}: {outcome}. The GM has been asked again and answers with /campaign carry-over. Then join again.',
  'character-dead': '{name} is dead. Only the GM can revive them, with /character revive.',
  'no-promotions': '{system} has no promotions. Change the sheet with /character edit.',
  'character-alive': '{name} is alive.',
  'character-there': 'You already have a character named {name}. Change it with /character edit, or rename this one.',
  'characters-full': 'You have {most} characters here, which is the limit. Delete one first with /library delete.',
  'no-such-version': '{name} has no version {n}. /character versions lists all versions.',
  'no-such-character': 'You have no character named {name}. {hint}',
  'no-sheet': 'Name one of your characters, or a preset: /battle join preset:…',
  'bad-sheet': 'That is not a {entrant} for {system}: {problem}.',
  'bad-json': 'That is not JSON: {problem}.',
  'nothing-to-import': 'There is nothing to read. Attach a file with the option file, or paste its text.',
  'link-not-opened': 'I cannot open links. Download the file and attach it with the option file.',
  'import-unnamed': 'The text contains no name. Give one with the option name.',
  'no-tables-of-book': '{system} includes every table it mentions. To roll on a saved table, use /roll table:.',
  'no-map': 'I cannot read that as a map. I can read {formats}.',
  'no-board-of-squares': '{system} has no board of squares, so it cannot use a map.',
  'nothing-kept': 'You have saved nothing in this server yet.',
  'list-not-read': 'That is a list. Import one sheet at a time, or a table with one line per sheet.',
  'format-unknown': 'I do not recognize that format. I can read {formats}.',
  'file-unnamed':
    'I do not recognize that file: I read {formats}. For a sheet as JSON, name its rulebook with the option system: {systems}.',
  'format-elsewhere': 'That is {format}, not a {entrant} for {system}. I can read {formats}.',
  'import-unfit': 'That is {format}, but it cannot be imported: {problem}.',
  'file-too-heavy':
    'The file is too large or too deeply nested: at most 1 MB of text is read, pictures inside it not counted. Remove what is not needed or split the file, then attach it again.',
  'file-not-text': 'The file is not a text in UTF-8. Save it so and try again.',
  'too-big': 'That is too long: at most {most} characters.',
  'no-picture': 'I cannot read that as a picture. Attach a PNG, JPEG or WebP file.',
  'picture-moves': 'I cannot use animated pictures. Attach a still one: a PNG, JPEG or WebP file.',
  'picture-broken': 'That picture is broken or empty. Save it again and attach it once more.',
  'picture-too-small':
    'That picture has {width} × {height} pixels, but it needs at least {least} on each side. Attach a larger one.',
  'picture-too-large':
    'That picture has {width} × {height} pixels. The limit is {side} on each side and {million} million in total; make it smaller and attach it again.',
  'pictures-full': 'You have {most} pictures here, which is the limit. Remove one first with remove:true.',
  'pictures-full-here': 'This server has {most} pictures, which is the limit.',
  'no-backdrop': 'The board here has no background picture. Attach one: picture:…',
  'picture-or-remove': 'Attach a picture, or use remove:true to remove the portrait.',
  'no-such-rule': 'No rule was found for {words}. Try another word, or an id like {example}.',
  'not-managing': 'Only people who manage this server may change that.',
  'server-only': 'That only works in a server.',
  'no-such-verb': '{system} has no action or question named {verb}. {hint}',
  'rulebook-off': '{system} is switched off in this server. A manager adds it: /gm server systems:{wanted}.',
  'missing-permissions': 'I lack permissions in that channel: {permissions}. Give me those, then try again.',
  'not-in-system': [
    '{system} has no {verb}; use {order} instead. What you can do now: {verbs}.',
    '{system} has no {verb}; use {order} instead.',
    '{system} has no {verb}. What you can do now: {verbs}.',
    '{system} has no {verb}. You can use {queries}.',
    '{system} has no {verb}. /help shows what you can do now.',
  ],
  'not-awaited': 'You cannot do that now. Next: {next}.',
  'no-plan': 'There are no suggestions for {who} now. Press one of the action buttons instead.',
  'nothing-to-choose': 'There is nothing to choose for {option} right now.',
  'no-such-entry': 'The log has no entry {n}.',
  'odds-cannot-begin': 'There are no odds yet, because the battle cannot start yet. /help shows what is missing.',
  'odds-cannot-come': 'There are no odds: with those foes this battle could not start or continue. Add others.',
  'odds-not-in-battle': 'Only people in this battle can see its odds. Use /battle join or /battle watch first.',
  'odds-nobody-known': 'There are no odds for you yet, because you have no combatant here. Use /battle join first.',
  'odds-no-foe-known': 'There are no odds yet, because your side knows of no foe here.',
  'propose-before-battle': 'Foes are proposed only before a battle starts. Add more to this one with /npc add.',
  'no-heroes': 'No player has joined yet, so there is no one to match foes to. Players join with /battle join.',
  'odds-superseded': 'Someone has asked for the odds of this battle again in the meantime. Wait for the new answer.',
  'no-foes': '{text} matches none of your combatants. Players use /my away tactics: for theirs.',
  'bad-selection': '{text} matches no one. Use names with commas, Zombie*, side:red, all, or near:D4:3.',
  'too-many': 'That is too many. The limit is {most} at once.',
  'part-of-actor': '{who} belongs to {actor}, who acts for all of them. Hand over all: /gm control who:{actor}.',
  'own-deputy': 'You cannot be your own deputy. Name someone else.',
  'not-in-server': 'That person is not in this server. Name someone who is in it.',
  'stats-private': 'That player’s statistics are private.',
  'stats-nothing': '{name} has no statistics here.',
  'record-failed': 'That took too long or failed. Nothing was changed; try again in a minute.',
  'no-opinion': [
    'The battle is not waiting for {who} now. What it waits for: {next}.',
    'The battle is waiting for no one, so there is nothing to skip.',
  ],
} as const;

/** Replaces the GM's actor id by “the GM” in a fact of a refusal. The title of a rulebook is a term. */
const toSpokenFact = (name: string, fact: Text | number | undefined, titles: readonly string[]) =>
  fact === gmActor
    ? term('the GM')
    : name === 'system' && typeof fact === 'string' && titles.includes(fact)
      ? term(fact)
      : fact;

/** True if the refusal is about the moment, so that its text says what the battle waits for. */
export const isUntimely = ({ code, facts: { whose } }: Refusal): boolean =>
  whose === undefined &&
  /NOT_YOUR_(TURN|STEP|PHASE|NOMINATION)|WRONG_(PHASE|STAGE)|^E_(PHASE|NOT_NOW)$|PENDING|NO_(STUNT|BOTCH)$|already-started/i.test(
    code,
  );

/** Maximum length of a user's text that is quoted in a sentence (characters). */
const maxWordLength = 60;
const shortenSentence = (sentence: string): string =>
  sentence.replace(/\S{61,}?(?=[.,;:!?]*(?:\s|$))/gu, (word) => `${cutLetters(word, maxWordLength)}…`);

/** The sentence for any refusal. Combatants that it refers to without a name are shown as hidden. */
export const refusalMessage =
  (rulesets: readonly Ruleset[]) =>
  ({ code, facts }: Refusal, system?: string): string => {
    const titles = rulesets.map(({ title }) => title);
    const spoken = Object.entries(facts).map(([name, fact]) => [name, toSpokenFact(name, fact, titles)] as const);
    const refusal: Refusal = { code, facts: Object.fromEntries(spoken) };
    const ownFirst = [...rulesets].sort((a, b) => Number(b.id === system) - Number(a.id === system));
    const own = ownFirst.find(({ id }) => id === system)?.refusalSentence(refusal);
    const app = Object.entries<Wording>(appRefusals).find(([code]) => code === refusal.code)?.[1];
    const general =
      describeBattleRefusal(refusal) ?? (app === undefined ? undefined : refusalSentence(app, refusal.facts));
    const any = () => ownFirst.flatMap((ruleset) => ruleset.refusalSentence(refusal) ?? [])[0];
    return shortenSentence(
      renderText(own ?? general ?? any() ?? phrase`That is not possible (${refusal.code}).`, nameLookupHidingAll),
    );
  };

/** Adds an example of a correct input to the sentence of a refusal. */
export const addExample = (says: string, example: string): string => phrase`${says} Example: ${example}`;

/** Adds what the battle waits for to the sentence of a refusal. */
export const addNextStep = (says: string, next: string): string => phrase`${says} Next: ${next}.`;
