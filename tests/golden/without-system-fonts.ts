// Imported before the canvas, so that tests use only the project's fonts, as the drawing threads do.
process.env.DISABLE_SYSTEM_FONTS_LOAD = '1';
