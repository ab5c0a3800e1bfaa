/** Words that a search ignores, because they say nothing about a question's subject. */
const stopWords = new Set(
  `a about actually again all allowed also always am an and any anyone are as at be been being both but by can cannot could
  did do does doing don't each even ever every exactly for from gave get gets getting give given go goes going gone got
  gotta had has have he her here him his how i i'd i'm i've if in into is it it's its just kind know
  let let's like long lot made make makes many may me mean means might mine much must my myself need needs now of off on
  only or our please possible really s say should so some someone something somebody still such sure take takes tell than
  that that's the their them then there these they thing things think this to too try up upon us use used using very want
  wants was way we were what what's where whether which while who whose why will with without wondering would
  yet you your`.split(/\s+/),
);

/** Everyday phrases, and the words that the rulebooks and commands use for them. */
const phrases: readonly (readonly [RegExp, string])[] = Object.entries({
  '\\d+d\\d+': 'dice',
  'hit ?points?|health points?|life points?': 'hp',
  '(?:run|get|go|move|walk|back|break) (?:away|off)|run for it': 'flee',
  '(?:get|got|getting|break|pull) (?:\\w+ )?out of': 'flee',
  '(?:leave|leaving|leaves) (?:a|the|this|my|melee|combat) ?(?:fight|melee|combat|enemy|foe)?': 'flee',
  'how (?:far|many (?:squares|spaces|feet|metres|meters|steps)|fast)': 'far',
  'how (?:bad|badly|hurt)': 'wounded level',
  'at the same time|at once|same moment|same speed': 'simultaneous',
  'change my mind|change it later|take (?:it|that) back': 'change undo',
  '(?:run|ran|running|am) out of': 'left',
  'no one|one of': '',
  'knocked? (?:out|down)|pass(?:ed)? out': 'unconscious',
  '(?:does not|doesn.t|don.t|did not|didn.t|not) work\\w*': 'fail',
  'how long|for how long': 'last',
  '(?:two|three|four|several|many|all) of us|gang up|more of us': 'several',
  'next to|beside|near': 'adjacent',
  'first aid': 'first-aid heal',
  'in two|twice|two times|a second time|more than once': 'second twice',
  'friendly fire': 'hit friend',
  'from behind|in the back|behind (?:him|her|them|someone|an enemy)': 'rear',
  'from the side': 'flank',
  '(?:stand|get|gets) (?:back )?up': 'standup',
  '(?:run|running|rush|dash|storm) (?:at|into|towards?)': 'charge run',
  '(?:goes?|starts?|comes?) first|who (?:\\w+ )?(?:first|starts|begins)|turn order|order of turns': 'first initiative',
}).map(([said, meant]) => [new RegExp(`\\b(?:${said})\\b`, 'g'), ` ${meant} `]);

/** Words that mean nearly the same. A search for one also finds the others, but these count less. */
const synonyms = `
  move walk go run step travel movement / far distance range speed space square /
  hit attack strike fight swing punch stab / ally friend friendly teammate companion buddy mate /
  foe enemy opponent hostile monster / die dead death kill killed dying /
  unconscious down incapacitated fall collapse / hp health life wound /
  hurt wound wounded injury injured harm damage / mana mp essence energy / wizard mage caster cast spell magic /
  shoot shot bow arrow archer ranged missile crossbow gun range fire /
  flee retreat withdraw escape disengage leave / heal cure restore recover regain bandage medicine herb healing /
  protect guard defend cover / defend block parry defense defence deflect / dodge evade evasion avoid /
  armour armor soak protection prot / rear behind back backstab / first initiative start begin order /
  crit critical / bomb explosion grenade blast area fireball explode burst radius /
  guy fighter warrior combatant character hero unit / see sight seen visible look spot /
  hide hidden unseen invisible / win victory won objective / sword weapon axe spear blade dagger mace /
  melee fight combat skirmish / prone lying / several outnumber group multiple many / dark darkness night light /
  throw thrown / fumble botch / ambush surprise unaware / mount horse ride rider / water swim drown underwater /
  push shove / wall obstacle block / skip pass wait nothing hold / potion drink / simultaneous tie tied equal /
  second twice / know knowledge recall / check test skill / roll dice die / adjacent neighbour / declare nominate /
  cost pay price / counter retaliate riposte / speed quick fast slow faster quicker slower / square field space /
  people combatant / fail failed work / announce declare / helmet mail armour / blow hit / path way /
  big large size huge / last long end / leader captain / special extra bonus / weak weakness vulnerable /
  choose pick decide`;

/** Reduces a word to its stem: charges, charged and charging to the same text. */
export const stemWord = (word: string): string => {
  const bare = word.replace(/['’]s$/, '');
  if (bare.length < 5) return bare.length === 4 ? bare.replace(/(?<=.[^s])s$|e$/, '') : bare;
  return bare
    .replace(/(?<=..)ies$/, 'y')
    .replace(/(?<=.[^s])s$/, '')
    .replace(/(?<=...)(?:ing|ed)$/, '')
    .replace(/([bdgmnprt])\1$/, '$1')
    .replace(/(?<=...)e$/, '');
};

const wordPattern = /[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu;

const wordsIn = (text: string): readonly string[] =>
  phrases.reduce((said, [wording, meant]) => said.replace(wording, meant), text.toLowerCase()).match(wordPattern) ?? [];

/** The words of a text: in lower case, phrases replaced, stemmed. */
export const toStems = (text: string): readonly string[] => wordsIn(text).map(stemWord);

/** The words of a text that say something about its subject, as `toStems`. */
export const searchTerms = (text: string): readonly string[] =>
  wordsIn(text)
    .filter((word) => !stopWords.has(word))
    .map(stemWord);

const synonymsByStem = new Map<string, readonly string[]>();
for (const group of synonyms.split('/').map((each) => each.trim().split(/\s+/).map(stemWord)))
  for (const stem of group) synonymsByStem.set(stem, [...(synonymsByStem.get(stem) ?? []), ...group]);

/** Stems that mean nearly the same as a stem, without the stem itself. */
export const synonymsOf = (stem: string): readonly string[] =>
  (synonymsByStem.get(stem) ?? []).filter((each) => each !== stem && each !== '');
