import type { ComponentProps } from 'react';
import { fileNameOf, type Named } from '#app/certificates/fields.ts';
import { ButtonAnchor } from '#app/ui/page.tsx';
import { t } from '#messages';

export const filePath = (uniqueId: string, format: string) => `/certificates/${uniqueId}.${format}`;

/** The formats beside the PDF. */
const fileKinds = () =>
  [
    ['png', t('common.downloadPng')],
    ['json', t('heldCertificate.downloadCredential')],
    ['tlog-proof', t('common.downloadLogProof')],
    ['card.pdf', t('faces.downloadWalletCardAsPdf')],
    ['card.png', t('faces.downloadWalletCardAsPng')],
    ['wide.png', t('faces.downloadWidePicture')],
    ['square.png', t('faces.downloadSquarePicture')],
  ] as const;

type FileLinkProps = Omit<ComponentProps<typeof ButtonAnchor>, 'href' | 'download'> & {
  certificate: Named;
  format: string;
};

const FileLink = ({ certificate, format, ...anchor }: FileLinkProps) => (
  <ButtonAnchor
    {...anchor}
    href={filePath(certificate.uniqueId, format)}
    download={fileNameOf(certificate, format)}
  />
);

export const PdfLink = (props: Omit<FileLinkProps, 'format' | 'children'>) => (
  <FileLink {...props} format="pdf">
    {t('common.downloadPdf')}
  </FileLink>
);

const OtherLinks = ({ certificate }: { certificate: Named }) =>
  fileKinds().map(([format, text]) => (
    <FileLink key={format} certificate={certificate} format={format} variant="secondary">
      {text}
    </FileLink>
  ));

/** The files of a certificate, for its issuer. */
export const FileLinks = ({ certificate }: { certificate: Named }) => (
  <div className="flex flex-wrap gap-3">
    <PdfLink certificate={certificate} />
    <OtherLinks certificate={certificate} />
  </div>
);

/** The files beside the PDF, for the holder. */
export const OtherFormats = ({ certificate }: { certificate: Named }) => (
  <details>
    <summary>{t('fileLinks.otherFormats')}</summary>
    <div className="mt-4 grid gap-4">
      <div className="flex flex-wrap gap-3">
        <OtherLinks certificate={certificate} />
      </div>
      <p className="text-muted text-sm">{t('fileLinks.keepTheFileAsItIs')}</p>
    </div>
  </details>
);
