import { expect, test } from 'vitest';
import { formatNames } from '../../src/battle/views/report.ts';
import { renderText } from '../../src/core/message.ts';
import { nameLookupShowingAll } from '../../src/rules/for-reader.ts';

test.each([
  { names: ['Ogre'], says: 'Ogre' },
  { names: ['Zombie 2', 'Zombie 1'], says: 'Zombie 1 and 2' },
  { names: ['Zombie 1', 'Zombie 3', 'Zombie 2'], says: 'Zombie 1 to 3' },
  { names: ['Zombie 1', 'Zombie 2', 'Zombie 4', 'Zombie 5', 'Zombie 6'], says: 'Zombie 1, 2 and 4 to 6' },
  { names: ['Ogre', 'Zombie 7', 'Bat 1', 'Zombie 9'], says: 'Ogre, Zombie 7 and 9 and Bat 1' },
  { names: ['1', '2'], says: '1 and 2' },
])('combatants with one name and different numbers are listed together: $says', ({ names, says }) => {
  expect(renderText(formatNames(names), nameLookupShowingAll)).toBe(says);
});
