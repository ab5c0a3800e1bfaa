/** The look of pictures: light or dark. */
export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];
