/** How pictures look: on paper by day, or on slate for those who read in the dark. */
export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];
