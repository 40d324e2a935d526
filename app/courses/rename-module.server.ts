import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '#app/accounts/actor.server.ts';
import { transaction } from '#db/client.ts';
import { modules } from '#db/schema/courses.ts';
import type { moduleTitleSchema } from './course.schema.ts';
import { authoredModule, recordChange } from './find-course.server.ts';

/**
 * Changes the title of a module.
 * @throws AppError unauthenticated; forbidden; not-found; invalid
 */
export function renameModule(
  actor: Actor,
  moduleId: string,
  input: z.output<typeof moduleTitleSchema>,
): void {
  const { title } = input;
  transaction((tx) => {
    const { courseId } = authoredModule(actor, moduleId, undefined, tx);
    tx.update(modules).set({ title }).where(eq(modules.id, moduleId)).run();
    recordChange(tx, courseId);
  });
}
