import { ButtonAnchor } from '#app/ui/page.tsx';
import { t } from '#messages';

export const filePath = (uniqueId: string, format: string) => `/certificates/${uniqueId}.${format}`;

const fileKinds = () =>
  [
    ['pdf', t('common.downloadPdf')],
    ['png', t('common.downloadPng')],
    ['json', t('heldCertificate.downloadCredential')],
    ['tlog-proof', t('common.downloadLogProof')],
    ['card.pdf', t('faces.downloadWalletCardAsPdf')],
    ['card.png', t('faces.downloadWalletCardAsPng')],
    ['wide.png', t('faces.downloadWidePicture')],
    ['square.png', t('faces.downloadSquarePicture')],
  ] as const;

/** The files of a certificate, for its holder and its issuer. */
export const FileLinks = ({ uniqueId }: { uniqueId: string }) => (
  <div className="flex flex-wrap gap-3">
    {fileKinds().map(([format, text], index) => (
      <ButtonAnchor
        key={format}
        href={filePath(uniqueId, format)}
        variant={index === 0 ? 'primary' : 'secondary'}
        download
      >
        {text}
      </ButtonAnchor>
    ))}
  </div>
);
