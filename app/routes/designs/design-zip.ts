import { exportDesign } from '#app/designs/own-artwork/design-file.server.ts';
import { sendDesignFile } from '#app/routes/designs/design-file.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import type { Route } from './+types/design-zip';

/** /admin/designs/:id/design.zip: a design with its pictures. */
export const loader = ({ params, context }: Route.LoaderArgs) =>
  sendDesignFile(exportDesign(context.get(actorContext), params.id));
