import type { ReactNode } from 'react';
import { Photograph } from '#app/routes/pieces/photograph.tsx';
import { t } from '#messages';
import { Note } from './certificate-state.tsx';
import { type OwnValue, ownTexts } from './own-texts.ts';

function shown(field: OwnValue): (readonly [string, ReactNode])[] {
  if (field.kind !== 'picture') return ownTexts([field]);
  return [[field.name, <Photograph key={field.name} src={String(field.value)} alt={field.name} />]];
}

/** The values of own fields for a page, which shows photographs. @param fields those of `ownValues` */
export const ownFacts = (fields: readonly OwnValue[]): (readonly [string, ReactNode])[] =>
  fields.flatMap((field) =>
    shown(field).map(([name, value]) =>
      field.isForIssuer
        ? ([
            name,
            <div key={name}>
              {value}
              <Note>{t('ownFields.issuerOnly')}</Note>
            </div>,
          ] as const)
        : ([name, value] as const),
    ),
  );
