/** Why a parameter may be said by any player, or that the GM must grant it. */
export type Why = 'request' | (string & {});

const somebody = 'somebody in the battle by name; the rules check who may be meant';
const onSheet = 'must stand on the sheet; any other name is refused';
const closed = 'one of a closed list of the rulebook';
const square = 'a square or space; way, board, blocked and taken squares and reach are checked';
const place = 'an area of the three, or metres within the reach of the movement; bounds are checked';
const shown = 'words that are shown, and decide nothing';

const nomination: Readonly<Record<string, Why>> = {
  action: closed,
  target: somebody,
  weapon: onSheet,
  spell: onSheet,
  label: shown,
  attribute: onSheet,
  ability: 'one that is not on the sheet counts 0, as the rulebook says',
  difficulty: 'request',
  opposed: 'request',
  damage: 'request',
  timing: `${closed}; at once is the default, the others only come later`,
  goal: 'request',
  ready: onSheet,
  stow: onSheet,
};

/** Every parameter of every verb that players give, in all rulebooks. A new one without a row fails. */
export const playerParams: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Why>>>>>> = {
  skure: {
    attack: { target: somebody, mode: closed },
    move: { path: square },
    turn: { facing: closed },
    charge: { target: somebody, altitude: closed },
    aim: { target: somebody },
    defend: {},
    guard: { target: somebody },
    release: {},
    intercept: { answer: closed },
    counter: {},
    cast: { spell: onSheet, target: somebody },
    breath: { breath: onSheet, target: somebody },
    end: {},
    stunt: { text: 'waits for the BM, who rules on it with /rule-stunt', target: somebody },
    say: { text: shown },
    ask: { text: shown },
  },
  dskull: {
    activate: { warrior: somebody, weapons: onSheet, primary: onSheet },
    gain: {},
    move: { path: square },
    attack: { target: somebody, weapon: onSheet, corner: closed, spendAdv: closed },
    'attack-action': {},
    blast: { to: square, weapon: onSheet, corner: closed },
    symbol: { symbol: closed },
    dare: { target: somebody },
    interact: { what: 'a door, thing or wound that is there; anything else is refused' },
    drop: { dice: 'dice that lie on the table, as many as the rulebook says' },
    end: {},
    deploy: { warrior: somebody, to: square },
  },
  'sword-world': {
    attack: { target: somebody, weapon: onSheet, stance: closed, mode: closed, class: onSheet, section: onSheet },
    cast: { spell: onSheet, target: somebody, center: place, self: 'yes or no' },
    move: { type: closed, to: place, join: 'yes or no', companions: somebody, altitude: 'request' },
    minor: { kind: closed, item: `${onSheet}; for other ${shown}`, to: closed },
    major: { kind: closed, item: `${onSheet}; for other ${shown}`, to: somebody },
    retreat: {},
    join: {},
    block: { by: somebody, at: 'a coordinate of the path, checked', skirmish: 'one that is fought', assist: somebody },
    begin: {},
    end: {},
    initiative: { rollers: somebody },
    knowledge: { target: somebody },
    weakness: { against: somebody },
    place: { placement: 'request', side: closed },
    potion: { name: 'request', power: 'request', pool: 'request', target: somebody },
    check: { tn: 'request', class: onSheet, ability: closed, mod: 'request' },
    surrender: { side: 'yes or no' },
    herb: { herb: `${closed}, with its own power`, target: somebody },
    loot: { looters: somebody, monsters: somebody },
  },
  straalara: {
    initiative: { all: 'the GM’s alone' },
    stance: { stance: closed },
    declare: { stance: closed, ...nomination },
    intend: { stance: closed, ...nomination, slot: closed },
    nominate: nomination,
    take: { move: 'metres up to the walking speed, checked', target: somebody },
    pass: { move: 'metres up to the walking speed, checked' },
    defend: { maneuver: closed, weapon: onSheet, spell: onSheet },
  },
  segment: {
    declare: {
      action: closed,
      target: somebody,
      weapon: onSheet,
      attacks: `weapons ${onSheet}; at most the attacks of the sheet`,
      options:
        'a closed list; SC given up is at most five times the weapon’s rank, potions stand on the sheet and are used up',
      path: `${square}, within the pace`,
      pace: closed,
      spell: onSheet,
      follow: somebody,
      byair: 'only an agile flyer of the sheet gains by it',
      does: shown,
      missile: 'one that sticks in the patient',
    },
    next: {},
    resolve: {},
    redirect: { target: somebody },
    forgo: {},
    keep: {},
    'turn-away': { does: shown, path: square },
    'free-attack': { take: 'yes or no' },
    push: { target: somebody, path: square, feet: 'at most the 10 feet of the rulebook' },
    shout: { warn: 'yes or no' },
    check: {
      kind: closed,
      multiple:
        'one of the rulebook’s five; the degree is told beside it and does not depend on it, nothing follows from it',
      foe: somebody,
    },
  },
};
