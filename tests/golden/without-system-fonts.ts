// Imported before the canvas: only the fonts of the project count, as in the worker threads that draw.
process.env.DISABLE_SYSTEM_FONTS_LOAD = '1';
