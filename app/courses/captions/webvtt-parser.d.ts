/** What this package has, which comes without types. */
declare module 'webvtt-parser' {
  type ParsedCue = { startTime: number; endTime: number; text: string };
  type ParserError = { message: string; line: number; col?: number };
  class WebVTTParser {
    parse(input: string): { cues: ParsedCue[]; errors: ParserError[] };
  }
  const parser: { WebVTTParser: typeof WebVTTParser };
  export default parser;
}
