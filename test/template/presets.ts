/** Ready-made fighters. */
export const presets = {
  squire: { title: 'Squire', sheet: { skill: 2, hp: 10 } },
  ogre: { title: 'Ogre', sheet: { skill: 1, hp: 20 } },
};
