import guided from './guided-course.json' with { type: 'json' };

/** Title of the course that a newcomer can complete in three minutes, up to its certificate. */
export const GUIDED = guided.title;

/** The captions of its video, in WebVTT. */
export const GUIDED_CAPTIONS = guided.captions.join('\n');

/** The text and the quiz after its video, in the form of the API. */
export const { text: GUIDED_TEXT, quiz: GUIDED_QUIZ } = guided;
