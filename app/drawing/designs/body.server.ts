import type { Kit, Part } from './parts.server.ts';
import { type Column, type Ornament, stack } from './stack.server.ts';

type Measures = { gap: number; size: number; maxHeight: number };

/** Sizes and gaps of a base's body, from top to bottom. */
type Body = {
  /** Style of the lines before the name and before the course. */
  prose: { size: number; maxHeight: number };
  name: Measures;
  /** Drawn below the name. */
  divider?: Omit<Ornament, 'what'>;
  beforeCourse: { gap: number };
  course: Measures & { width?: number };
  statement: Measures & { width: number; maxLines?: number };
};

/** The texts that every base has, from top to bottom: the name, the course and the lines before them. */
export function bodyParts(kit: Kit, column: Column, body: Body): Part[] {
  const { palette, drawing } = kit;
  const { beforeName, beforeCourse, statement } = kit.design.texts;
  const prose = { role: 'prose', size: body.prose.size, colour: palette.muted, maxLines: 2 } as const;
  const { maxHeight } = body.prose;
  const { size: nameSize, ...name } = body.name;
  const { size: courseSize, ...course } = body.course;
  const { size: statementSize, maxLines = 3, ...statementBlock } = body.statement;
  return stack(kit, column, [
    { what: 'before-name', gap: 0, text: beforeName, maxHeight, style: prose },
    {
      what: 'name',
      text: drawing.studentName,
      ...name,
      style: { role: 'name', size: nameSize, colour: palette.title, maxLines: 3 },
    },
    ...(body.divider ? [{ what: 'divider', ...body.divider }] : []),
    { what: 'before-course', text: beforeCourse, maxHeight, ...body.beforeCourse, style: prose },
    {
      what: 'course',
      text: drawing.courseName,
      ...course,
      style: { role: 'course', size: courseSize, colour: palette.ink, maxLines: 3 },
    },
    {
      what: 'statement',
      text: statement,
      ...statementBlock,
      style: { ...prose, size: statementSize, maxLines },
    },
  ]);
}
