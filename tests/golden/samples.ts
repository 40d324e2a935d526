import type { CertificateDrawing } from '#app/drawing/drawing.ts';

const plain: CertificateDrawing = {
  uniqueId: '7K3M9QZX2HVB4TND',
  studentName: 'Amélie Dubois-Lefèvre',
  courseName: 'Foundations of Applied Cryptography',
  issuerName: 'Northbridge University',
  issueDate: '2026-03-31',
  expiryDate: '2028-03-31',
  verifyUrl: 'https://certrace.example/verify?id=7K3M9QZX2HVB4TND',
  layoutVersion: 1,
  design: null,
  revokedAt: null,
};

export const drawingWith = (changes: Partial<CertificateDrawing> = {}): CertificateDrawing => ({
  ...plain,
  ...changes,
});

const named = (studentName: string, courseName: string, issuerName: string) =>
  drawingWith({ studentName, courseName, issuerName, expiryDate: null });

/** One certificate for each script and special case, by the name of its golden images. */
export const samples: Record<string, CertificateDrawing> = {
  latin: plain,
  vietnamese: named('Nguyễn Thị Ánh Tuyết', 'Kỹ thuật phần mềm', 'Đại học Quốc gia Hà Nội'),
  greek: named('Ελευθέριος Παπαδόπουλος', 'Εισαγωγή στην πληροφορική', 'Πανεπιστήμιο Αθηνών'),
  cyrillic: named('Юлія Їжакевич', 'Основы программирования', 'Київський університет'),
  arabic: named('محمد بن عبد الله الأنصاري', 'مقدمة في علوم الحاسوب (CS 101)', 'جامعة القاهرة'),
  hebrew: named('דוד בן־גוריון', 'מבוא למדעי המחשב (CS 101)', 'האוניברסיטה העברית'),
  devanagari: named('श्रीकृष्ण त्रिपाठी', 'कंप्यूटर विज्ञान का परिचय', 'दिल्ली विश्वविद्यालय'),
  chinese: named('欧阳小明', '计算机科学导论', '北京大学'),
  japanese: named('髙橋 さくら', 'コンピュータ科学入門', '東京大学'),
  korean: named('김민준', '컴퓨터 과학 개론', '서울대학교'),
  telugu: named('శ్రీనివాస రావు', 'བསྟན་འཛིན་རྒྱ་མཚོ', 'ᠮᠣᠩᠭᠣᠯ ᠤᠨ ᠶᠡᠬᠡ ᠰᠤᠷᠭᠠᠭᠤᠯᠢ'),
  yoruba: named('Adéṣọlá Ẹ̀bùn Ọ̀ṣun', 'Žėmaitė̃ Jū̃ratė', 'Әл-Фараби атындағы Қазақ ұлттық университеті'),
  mixed: named('María 王小明 محمد Юлія', 'C++ и основы 计算机', 'Université 서울 ไทย'),
  long: named(
    'Wolfeschlegelsteinhausenbergerdorff'.repeat(6).slice(0, 200),
    'Principles and Practice of Distributed Ledgers, Consensus Protocols, Zero-Knowledge Proofs and the Law of Digital Evidence, with a Laboratory Course and an Examination held before the Joint Committee',
    'The Worshipful Society of Apothecaries, Notaries and Certified Examiners of the Northern Territories',
  ),
  revoked: drawingWith({ revokedAt: '2026-05-02' }),
  check: drawingWith({ layoutVersion: 2 }),
};
