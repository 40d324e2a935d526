/** Contents of previews, including those that are hard to fit. */
export const SAMPLES = {
  usual: { studentName: 'Ingrid Sørensen', courseName: 'Distributed Systems' },
  longest: {
    studentName:
      'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh Maximiliane Alexandrina Theodora Gräfin von und zu Hohenlohe-Waldenburg-Schillingsfürst',
    courseName:
      'Advanced Certificate in the Design, Implementation, Verification and Long-Term Maintenance of Safety-Critical Distributed Information Systems for Public Administration',
  },
  shortest: { studentName: 'Li', courseName: 'Go' },
  arabic: { studentName: 'عبد الرحمن بن خالد الفهد', courseName: 'أساسيات هندسة البرمجيات' },
  devanagari: {
    studentName: 'श्रीमती अनुष्का राजलक्ष्मी द्विवेदी',
    courseName: 'कृत्रिम बुद्धिमत्ता का परिचय',
  },
  cjk: {
    studentName: '欧阳晓明・渡辺恵美子',
    courseName: '分散システム入門与数据工程',
  },
} as const;

export type SampleName = keyof typeof SAMPLES;

/** Parses a sample's name. Returns 'usual' for an unknown one. */
export const sampleOf = (name: string | undefined): SampleName =>
  name !== undefined && Object.hasOwn(SAMPLES, name) ? (name as SampleName) : 'usual';
