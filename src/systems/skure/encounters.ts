import type { PresetEncounter, PresetFighter } from '../../rules/content.ts';

const at = (position: string, facing: string): NonNullable<PresetFighter['at']> => [
  { field: 'position', value: position },
  { field: 'facing', value: facing },
];

export const encounters: readonly PresetEncounter[] = [
  {
    name: 'The ford',
    description:
      'Brigands with an archer hold a ford, and what drowned there fights beside them. The water leaves three squares to cross; whoever holds them holds the fight. The ghost flies over it, so someone must stay with the mage.',
    heroes: [
      { name: 'Roland', side: 'company', preset: 'swordsman', at: at('C4', 'E') },
      { name: 'Anselm', side: 'company', preset: 'field-priest', at: at('C5', 'E') },
      { name: 'Osric', side: 'company', preset: 'longbowman', at: at('B3', 'E') },
      { name: 'Maren', side: 'company', preset: 'hedge-mage', at: at('B6', 'E') },
    ],
    foes: [
      { name: 'Drowned', side: 'ford', preset: 'zombie', at: at('H4', 'W') },
      { name: 'Drowned', side: 'ford', preset: 'zombie', at: at('H5', 'W') },
      { name: 'Ghost', side: 'ford', preset: 'ghost', at: at('J8', 'W') },
      { name: 'Brigand', side: 'ford', preset: 'brigand', at: at('J5', 'W') },
      { name: 'Brigand', side: 'ford', preset: 'brigand', at: at('J4', 'W') },
      { name: 'Brigand', side: 'ford', preset: 'brigand', at: at('J3', 'W') },
      { name: 'Archer', side: 'ford', preset: 'longbowman', at: at('J7', 'W') },
    ],
    settings: { 'board.width': 10, 'board.height': 8, 'board.blocked': 'F1 F2 F6 F7 F8' },
  },
];
