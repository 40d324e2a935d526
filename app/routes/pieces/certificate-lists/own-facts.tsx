import type { ReactNode } from 'react';
import { Photograph } from '#app/routes/pieces/photograph.tsx';
import { type OwnValue, ownTexts } from './own-texts.ts';

/** The values of own fields for a page, which shows photographs. @param fields those of `ownValues` */
export const ownFacts = (fields: readonly OwnValue[]): (readonly [string, ReactNode])[] =>
  fields.flatMap<readonly [string, ReactNode]>((field) =>
    field.kind === 'picture'
      ? [[field.name, <Photograph key={field.name} src={String(field.value)} alt={field.name} />] as const]
      : ownTexts([field]),
  );
