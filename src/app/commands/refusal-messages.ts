import { describeBattleRefusal } from '../../battle/views/refusals.ts';
import { phrase } from '../../core/language.ts';
import { renderText, type Text } from '../../core/message.ts';
import type { Refusal, Wording } from '../../core/refusal.ts';
import { gmActor } from '../../rules/caller.ts';
import { noNames } from '../../rules/for-reader.ts';
import { refusalSentence } from '../../rules/refusal-sentence.ts';
import type { Ruleset } from '../../rules/ruleset.ts';

/** What the commands themselves refuse. */
const appRefusals = {
  'unknown-command': 'There is no command {command}. {hint}',
  'command-goes-on': '{command} needs one of these after it: {parts}.',
  'form-gone': 'That is no longer on the sheet. {command} opens its form again.',
  'made-as-company': 'A {entrant} of {system} is made with /warband build.',
  'no-lesson': '{system} has no lesson yet. /help says how a battle is begun.',
  'no-such-setting': 'No setting is called {key}. /battle settings shows all.',
  'unknown-option': '{command} has no option {option}. It takes: {options}.',
  'stale-press': 'That button belongs to an earlier moment of the battle. Since then: {since}',
  'other-battle': 'That button belongs to another battle, which is over.',
  'no-system': 'Name the rulebook with the option system: {systems}.',
  'no-gm-here':
    'There is no GM here who could read a blind roll. Roll in a battle or in a channel of a campaign, or with rolls:self for yourself.',
  'no-voice': 'You have nobody here in whose voice you could speak.',
  'whose-voice': 'Say as whom: as:… There are: {names}.',
  'no-such-voice': 'You cannot speak as {name} here. {hint}',
  'hidden-voice': '{name} is hidden, and speaking would tell everybody. /gm reveal brings them in first.',
  'name-of-discord':
    'A message of {name} could be taken for one of Discord, so nobody speaks under that name. Give the character another name.',
  'name-of-member':
    '{name} could be taken for a member of this server or for this bot, so you cannot speak under that name. Give the character another name.',
  'slow-mode': 'This channel is in slow mode. You can speak here again in {seconds} s.',
  'not-spoken': 'Nobody spoke that message through me in the last 30 days.',
  'not-moderating': 'Only those who may manage messages here, and the game master, are told who spoke.',
  'no-npc-here': 'The GM speaks for others in a battle, or in a channel of a campaign: neither is here.',
  'nobody-asked': 'There is nobody to ask here: no player has a character in it yet.',
  'nobody-to-ask': 'Nobody here is called {who}. {hint}',
  'too-many-asked': 'That asks {count} at once, and {most} is the most. Name fewer: who:Ann, Zombie*.',
  'no-such-check': [
    '{who} has nothing called {word} to roll for. Leave them out, or give dice: what:2d6+3.',
    'Nobody asked has anything called {word} to roll for. {hint} Dice are fine too: what:2d6+3.',
    'The sheets here have no words to roll for. Give dice, with numbers of the sheet in braces like {example}; {word} is none: {problem}',
  ],
  'no-number-on-sheet': 'The sheet of {who} has no number called {word}. {hint}',
  'for-oneself-by-all': 'What you roll for others is not for their eyes alone. Choose rolls:blind, or have them asked.',
  'asked-roll-gone': 'That roll was asked for too long ago. Ask for it again with /ask-roll.',
  'roll-not-asked': 'That roll is not asked of you.',
  'rolled-already': 'You have rolled for {who} already.',
  'no-campaign-here': 'There is no campaign in this place. Begin one with /campaign create.',
  'campaign-exists': 'This place has a campaign already: {campaign}. End it with /campaign end, or begin elsewhere.',
  'campaign-ended': '{campaign} is over.',
  'campaign-paused': '{campaign} is paused. Its GM resumes it with /campaign pause resume:true.',
  'campaign-gm-only': 'Only {gm} and the co-GMs may do that.',
  'campaign-head-only': 'Only {gm}, who leads the campaign, may do that.',
  'campaign-fights': 'A campaign cannot end while its battles go on. End them first: {battles}.',
  'not-in-campaign': '{system} is not played in {campaign}. Add it with /campaign rules systems:…',
  'not-invited': 'You need an invitation to join {campaign}. Ask {gm}.',
  'not-a-member': '{who} is not a member of {campaign}.',
  'member-already': 'You are a member already.',
  'gm-cannot-leave': 'The GM cannot leave the campaign. Hand it over first with /campaign role.',
  'no-brought-character': 'Nobody in {campaign} has brought a character called {name} into one of its battles. {hint}',
  'several-brought': 'Several are called {name}: those of {players}. Say whose with the option player.',
  'no-server-to-share': 'A character is shared with a server. Say it there, not here.',
  'not-shared': 'Nobody here shares a character called {name}. {hint}',
  'several-shared': 'Several are called {name}: those of {players}. Say whose with the option player.',
  'proposal-to-oneself': '{name} is yours: change it with /character edit.',
  'proposal-on-roster': '{name} is on your roster: change it with /campaign roster do:add.',
  'proposal-changes-nothing': 'That would change nothing: {name} is like that already.',
  'proposals-full': '{name} has {most} proposals waiting for an answer. Wait for one before you make another.',
  'no-such-proposal': 'That proposal is not there any more. /character proposals lists what waits for you.',
  'proposal-of-deleted': '{name} is deleted. Bring it back with /character restore, then accept; or decline.',
  'proposal-unanswered': 'Say with the option answer whether you accept it or decline.',
  'proposal-accepted': 'You have accepted that already: {name} is changed.',
  'proposal-declined': 'You have declined that already: {name} stays as it is.',
  'proposal-stale': 'That no longer fits {name}: the sheet was changed after it was proposed.',
  'no-such-sheet': 'Nobody called {name} is on the roster. /campaign roster lists it.',
  'no-shelf-of-campaign': 'Only those who lead a campaign have its shelf, and only in its channels.',
  'bad-shelf-name': 'A name needs 1 to {most} visible characters.',
  'name-on-shelf':
    'There is a {kind} called {name} on {shelf} already. Give over:true to put this in its place, or choose another name.',
  'shelf-full': 'There is no room left on {shelf}, which takes {most} of a kind. Delete a {kind} first.',
  'shelf-share':
    'One person may keep {most} of a kind for the server. Delete a {kind} of yours there, or keep it for yourself.',
  'kept-meanwhile':
    'Something of it was changed by somebody else meanwhile, so nothing is kept. Give the order once more.',
  'nothing-on-shelf': 'No {kind} called {name} is kept here. {hint}',
  'not-yours-on-shelf':
    'Only whoever keeps {name}, and those who manage this server, may change it. {copy} makes you one of your own.',
  'thing-newer': 'A newer release of the bot wrote {name}; this one cannot read it.',
  'thing-unreadable': '{name} can no longer be read. Delete it and keep it again.',
  'one-foe-source': 'Say whom you keep: who: for somebody of the battle here, or preset: for a ready-made sheet.',
  'no-sheet-in-battle': 'The battle has no sheet of {who}.',
  'no-such-member': 'No foe called {name} is on {shelf}, and no ready-made sheet has that name. {hint}',
  'group-member-gone':
    '{name}, who is in the group {group}, is no longer kept. Bring it back with /foe restore, or make the group again.',
  'nobody-to-keep': 'You run nobody in the battle here. Bring the foes in first, or name them: foes:Zombie 3, Ogre.',
  'not-in-encounter': 'Nobody called {name} is among those you named. There are: {there}.',
  'no-encounter-file': 'That is not an encounter as /encounter export writes it: {problem}.',
  'one-roll':
    'Say what to roll: dice: like 2d6+3 or a roll you keep (/my rolls), or table: for a table you keep (/my tables).',
  'name-is-dice': '{name} would be read as dice. Give the roll another name, like Longsword.',
  'no-such-field': 'Nothing on the sheet is called {word}. {hint}',
  'no-such-word': '{word} does not fit {field}. {hint}',
  'no-such-fate': 'That was decided already.',
  'place-gone': 'That place is gone, or I cannot see it.',
  'place-forbidden':
    'I may not write or open posts there. Give me permission to see it, to post and to create threads.',
  'place-unfit': 'A battle needs a channel, a thread or a post; a campaign a channel or a forum.',
  'desk-in-battle':
    'Everybody reads the channel of the battle. Name another channel or thread as the desk, one that only the GM can read.',
  'desk-in-forum': 'A forum takes no messages. Name a channel or thread as the desk.',
  'desk-elsewhere': 'The desk has to be in this server. Name a channel or thread here.',
  'no-such-battle': 'You lead no unfinished battle called {name} here. /battle list shows them.',
  'character-dead': '{name} is dead. Only the GM can bring them back, with /character revive.',
  'no-promotions': '{system} has no promotions; change the sheet with /character edit.',
  'character-alive': '{name} is alive.',
  'character-there':
    'You have a character called {name} already. Change it with /character edit, or choose another name.',
  'characters-full':
    'You keep {most} characters in this server, and no more can be kept. Delete one first with /character delete.',
  'no-such-deleted': 'You have deleted no character called {name}, or too long ago. {hint}',
  'no-such-version': '{name} has no version {n}. /character versions lists them.',
  'no-such-character': 'You have no character called {name}. {hint}',
  'no-sheet': 'Name one of your characters, or a preset: /battle join preset:…',
  'bad-sheet': 'That is not a {entrant} of {system}: {problem}.',
  'bad-json': 'That is not JSON: {problem}.',
  'nothing-to-import': 'There is nothing in it. Attach a file with the option file, or paste its text.',
  'link-not-opened': 'I open no links. Save what it leads to as a file, and attach that with the option file.',
  'import-unnamed': 'The text gives it no name. Give it one with the option name.',
  'no-tables-of-book': '{system} names no table that it does not hold. /roll table: rolls on one of yours at any time.',
  'no-map': 'I cannot read that as a map. I read {formats}.',
  'no-board-of-squares': '{system} has no board of squares, so a map changes nothing there.',
  'nothing-kept': 'You keep nothing in this server yet.',
  'list-not-read': 'That is a list of things. Give one sheet at a time, or a table with a line for each.',
  'format-unknown': 'I cannot tell what that is. I read {formats}.',
  'format-elsewhere': 'That is {format}, not a {entrant} of {system}. I read {formats}.',
  'import-unfit': 'That is {format}, but it cannot be taken: {problem}.',
  'file-too-heavy':
    'The file is too large or too deeply nested: at most 1 MB of text is read, pictures inside it not counted. Remove what is not needed or split the file, then attach it again.',
  'too-big': 'That is too long: at most {most} characters.',
  'no-picture': 'I cannot read that as a picture. Attach a PNG, JPEG or WebP file.',
  'picture-moves': 'I cannot use moving pictures. Attach a still one: a PNG, JPEG or WebP file.',
  'picture-broken': 'That picture is broken, or there is nothing on it. Save it once more and attach it again.',
  'picture-too-small':
    'That picture has {width} × {height} pixels, and it needs at least {least} each way. Attach a larger one.',
  'picture-too-large':
    'That picture has {width} × {height} pixels. At most {side} each way and {million} million in all are read; make it smaller and attach it again.',
  'pictures-full':
    'You keep {most} pictures here, and no more can be kept. Take a face or a backdrop away first: remove:true.',
  'pictures-full-here': 'This server keeps {most} pictures, and no more can be kept.',
  'no-backdrop': 'No picture lies behind the board here. Attach one: picture:…',
  'picture-or-remove': 'Attach a picture, or say remove:true to take the face away.',
  'no-such-rule': 'No rule was found for {words}. Try another word, or an id like {example}.',
  'not-managing': 'Only somebody who manages this server may change that.',
  'server-only': 'That works in a server only.',
  'no-such-verb': '{system} has no {verb}. {hint}',
  'rulebook-off':
    '{system} is switched off in this server, which plays {systems}. Whoever manages the server switches it on with /settings systems:{wanted}.',
  'missing-permissions':
    'I lack permissions in that place: {permissions}. Give me those, then create the battle again.',
  'not-in-system': [
    '{system} has no {verb}; it says that with {order}. What you can do now: {verbs}.',
    '{system} has no {verb}; it says that with {order}.',
    '{system} has no {verb}. What you can do now: {verbs}.',
    '{system} has no {verb}. You can ask {queries}.',
    '{system} has no {verb}. /help shows what can be done now.',
  ],
  'not-awaited': 'You cannot order that now. {next}.',
  'no-plan': 'The rulebook has no plan for {who} now; press one of the verbs instead.',
  'type-it': 'That needs words of yours: type {command}.',
  'nothing-to-choose': 'There is nothing to choose as {option} now.',
  'no-such-entry': 'The log has no entry {n}.',
  'odds-cannot-begin': 'There are no odds yet: the battle could not begin as it is. /help says what is missing.',
  'odds-cannot-come':
    'There are no odds: with those added, this battle could not begin or go on. Name fewer, or others.',
  'odds-not-in-battle':
    'The odds are told to those who are in this battle: /battle join, or /battle watch as a spectator.',
  'odds-nobody-known': 'There are no odds for you yet: nobody here is yours. Join with /battle join first.',
  'odds-no-foe-known': 'There are no odds yet: your side knows of no foe here.',
  'propose-before-battle': 'Foes are proposed only before a battle begins; bring more into this one with /npc add.',
  'no-heroes': 'No player has joined yet. Foes are proposed to match those who do, with /battle join.',
  'odds-superseded': 'Somebody asked for the odds of this battle again; wait for that answer.',
  'no-foes':
    '{text} names nobody that you run. Players’ combatants play by themselves only while they are away: /my away tactics:.',
  'bad-selection': '{text} names nobody. Names with commas, Zombie*, side:red, all, or near:D4:3.',
  'too-many': 'At most {most} at once.',
  'own-deputy': 'Nobody is their own deputy. Name somebody else.',
  'not-in-server': 'They are not in this server. Name somebody who is.',
  'stats-private': 'They keep their statistics to themselves.',
  'stats-nothing': 'Nothing is known here of {name}.',
  'record-failed':
    'That could not be made: it took too long, or failed on the way. Nothing was changed; try again in a minute.',
  'no-opinion': 'The battle waits for nobody, so there is nothing to skip.',
  'store-gone': 'The database cannot be reached. Nothing was changed; try again in a moment.',
} as const;

/** The GM's seat has an id of its own, which nobody is to read. */
const toSpokenFact = ([name, fact]: readonly [string, Text | number | undefined]) =>
  [name, fact === gmActor ? 'the GM' : fact] as const;

/** What somebody typed may be long and without a blank; its beginning is enough to know it by. */
const maxWordLength = 60;
const shortenSentence = (sentence: string): string =>
  sentence.replace(/\S{61,}?(?=[.,;:!?]*(?:\s|$))/gu, (word) => `${[...word].slice(0, maxWordLength).join('')}…`);

/**
 * One clear sentence for a refusal, whoever refused: the battle's system, the battle service, or the command. Whom it names it was
 * told by then, for the one who reads it; whoever is left to be read is somebody.
 */
export const refusalMessage =
  (rulesets: readonly Ruleset[]) =>
  ({ code, facts }: Refusal, system?: string): string => {
    const refusal: Refusal = { code, facts: Object.fromEntries(Object.entries(facts).map(toSpokenFact)) };
    const ownFirst = [...rulesets].sort((a, b) => Number(b.id === system) - Number(a.id === system));
    const own = ownFirst.find(({ id }) => id === system)?.refusalSentence(refusal);
    const app = Object.entries<Wording>(appRefusals).find(([code]) => code === refusal.code)?.[1];
    const general =
      describeBattleRefusal(refusal) ?? (app === undefined ? undefined : refusalSentence(app, refusal.facts));
    const any = () => ownFirst.flatMap((ruleset) => ruleset.refusalSentence(refusal) ?? [])[0];
    return shortenSentence(
      renderText(own ?? general ?? any() ?? phrase`That cannot be done (${refusal.code}).`, noNames),
    );
  };
