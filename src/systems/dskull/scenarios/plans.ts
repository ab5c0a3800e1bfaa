import { parseBoard } from '../board/text.ts';
import { type FieldPlan, fieldSchema, type Scenario } from '../state.ts';

/** Section 22. A scenario as the rulebook gives it: its terms, and its ground for this many players. */
interface ScenarioPlan {
  readonly terms: Scenario;
  readonly summary: string;
  readonly ground: (players: number) => FieldPlan;
}

/** A ground as the rulebook prints it. */
const drawn = (text: string): FieldPlan => {
  const read = parseBoard(text);
  if (!read.ok) throw new Error(`The ground of a scenario cannot be read: ${text}`);
  return fieldSchema.parse(read.value);
};

/** The same ground with its zones for two players, or with those for more in the corners. */
const groundFor = (board: string, two: string, more: string) => (players: number) =>
  drawn(`${board}\n${players === 2 ? two : more}`);

const usualZones = 'zone 1 A1-K2; zone 2 A8-K9';
const usualCorners = 'zone 1 A1-C3; zone 2 I7-K9; zone 3 I1-K3; zone 4 A7-C9';
const largeCorners = 'zone 1 A1-C3; zone 2 J10-L12; zone 3 J1-L3; zone 4 A10-C12';

/** The terms of a scenario, with what it has otherwise than most. */
const termsOf = (id: string, title: string, others: Partial<Scenario>): Scenario => ({
  id,
  title,
  players: [2, 3, 4],
  rounds: 6,
  incapacitated: 1,
  killed: 1,
  first: 'lowest-d6',
  home: [],
  ...others,
});

const brokenField: ScenarioPlan = {
  summary: 'Drive the others off: 1 point for each warrior taken out, 2 for each killed. Six rounds.',
  terms: termsOf('broken-field', 'Broken Field', { killed: 2 }),
  ground: (players) =>
    drawn(
      players === 2
        ? `10x8
           wall E3/E4 F3/F4 D4/E4 F5/G5
           hedge E5/E6 F5/F6
           fence B4/B5 C4/C5 H4/H5 I4/I5
           zone 1 A1-J2; zone 2 A7-J8`
        : `12x12
           wall F5/F6 G5/G6 E6/F6 G7/H7
           hedge F7/F8 G7/G8
           fence C6/C7 D6/D7 I6/I7 J6/J7
           ${largeCorners}`,
    ),
};

const threeCairns: ScenarioPlan = {
  summary: 'Hold three cairns at the end of each round: 1 point for an outer one, 2 for the middle. Five rounds.',
  terms: termsOf('three-cairns', 'Three Cairns', { rounds: 5, incapacitated: 0, killed: 0, first: 'most-warriors' }),
  ground: groundFor(
    `11x9
     chasm D5/E5 G5/H5
     hedge C3/C4 I6/I7 F3/F4 F6/F7
     cairn west cairn C5 vp 1; cairn middle cairn F5 vp 2; cairn east cairn I5 vp 1`,
    usualZones,
    usualCorners,
  ),
};

const lanternRun: ScenarioPlan = {
  summary: 'Carry the lantern home: 1 point a round for holding it, 4 for bringing it to your own row. Six rounds.',
  terms: termsOf('lantern-run', 'Lantern Run', { players: [2], home: [0, 10] }),
  ground: () =>
    drawn(
      `9x11
       wall D6/E6 E6/F6
       door E5/E6 E6/E7
       hedge B4/B5 H7/H8
       chasm C8/D8 F4/G4
       lantern lantern E6 vp 1
       zone 1 A1-I2; zone 2 A10-I11`,
    ),
};

/** DS-OBJ-1. Each sluice is a gate to be raised, or blasted to bits for the same points. */
const threeSluices: ScenarioPlan = {
  summary:
    'Raise three sluice gates by Strength, or blast them: 2 points for an outer one, 3 for the middle. Six rounds at most.',
  terms: termsOf('three-sluices', 'Three Sluices', { ends: 'all-used' }),
  ground: groundFor(
    `11x9
     fence A4-C4s E4-G4s I4-K4s A5-C5s E5-G5s I5-K5s
     wall D3/E3 G7/H7
     use west sluice B5 vp 2 test strength holds 3 armour 1 worth 2
     use middle sluice F5 vp 3 test strength holds 3 armour 1 worth 3
     use east sluice J5 vp 2 test strength holds 3 armour 1 worth 2`,
    usualZones,
    usualCorners,
  ),
};

/** DS-SCEN-5, RULING-85. Somewhere to pass tests of skills and abilities. */
const pilgrimsCamp: ScenarioPlan = {
  summary:
    'Win the pilgrims’ elders over by Persuasion, tend their wounded by Medicine: 2 points each; brave a shrine by Morale: 1. Five rounds at most.',
  terms: termsOf('pilgrims-camp', 'Pilgrims’ Camp', {
    rounds: 5,
    killed: 0,
    first: 'most-warriors',
    ends: 'all-used',
  }),
  ground: groundFor(
    `10x10
     hedge D4/E4 F7/G7 C5/C6 H5/H6
     wall E5/F5 E6/F6
     use north elder E5 vp 2 test persuasion; use south elder F6 vp 2 test persuasion
     use wounded guide H5 vp 2 test medicine; use wounded pilgrim C6 vp 2 test medicine
     use north shrine F3 vp 1 test morale; use south shrine E8 vp 1 test morale`,
    'zone 1 A1-J2; zone 2 A9-J10',
    'zone 1 A1-C3; zone 2 H8-J10; zone 3 H1-J3; zone 4 A8-C10',
  ),
};

const openGround: ScenarioPlan = {
  summary: 'Open ground, or the GM’s own board: 1 point for each warrior taken out, 2 for each killed. Six rounds.',
  terms: termsOf('open-ground', 'Open Ground', { killed: 2 }),
  ground: groundFor('12x12', 'zone 1 A1-L2; zone 2 A11-L12', largeCorners),
};

export const scenarios: Readonly<Record<string, ScenarioPlan>> = {
  'broken-field': brokenField,
  'three-cairns': threeCairns,
  'lantern-run': lanternRun,
  'three-sluices': threeSluices,
  'pilgrims-camp': pilgrimsCamp,
  'open-ground': openGround,
};
