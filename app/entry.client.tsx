import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { rememberTimeZone } from '#app/shared/time-zone.ts';
import { keepDataFresh } from '#app/ui/fresh-data.ts';

rememberTimeZone();
keepDataFresh();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
